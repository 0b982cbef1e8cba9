import { KeyRound, MonitorPlay, Server } from 'lucide-react'

import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import styles from './first-start.module.css'

const LOCAL_MODEL = '/model local/NAME'

/** Shown while there is no agent and no usable provider: three ways to start. */
export function FirstStart() {
  const { dialogs } = useStores()
  const { agents } = useActions()
  return (
    <section className={styles.page} aria-labelledby="first-start">
      <div className={styles.column}>
        <h2 id="first-start" className={styles.title}>
          Ask several models at once.
        </h2>
        <p className={styles.lead}>
          ikigai keeps a tree of conversations, each with a model of its own. No key is set yet. There are three ways to
          start.
        </p>
        <ul className={styles.ways}>
          <li className={styles.way}>
            <KeyRound className={styles.icon} aria-hidden />
            <h3>Add a key</h3>
            <p>For Anthropic, OpenAI, Google or another provider. Stored in this computer’s keychain.</p>
            <Button tone="primary" onClick={() => dialogs.setState({ dialog: { type: 'settings' } })}>
              Add a key
            </Button>
          </li>
          <li className={styles.way}>
            <Server className={styles.icon} aria-hidden />
            <h3>Use a local server</h3>
            <p>
              Start Ollama, llama.cpp, LM Studio or vLLM, create an agent, and type <code>{LOCAL_MODEL}</code>.
            </p>
            <Button onClick={() => void agents.createRoot()}>New agent</Button>
          </li>
          <li className={styles.way}>
            <MonitorPlay className={styles.icon} aria-hidden />
            <h3>Try the demo</h3>
            <p>Scripted conversations in a temporary database. Needs no key and no network.</p>
            <span className={styles.command}>
              <code>npm run demo</code>
              <CopyButton text="npm run demo" label="Copy command" />
            </span>
          </li>
        </ul>
      </div>
    </section>
  )
}
