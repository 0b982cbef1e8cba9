import { useEffect, useState } from 'react'

import type { OutsideProgram } from '../../shared/outside-agent.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useSaveOutsideAgent } from '../hooks/use-save-outside-agent.ts'
import { useConfig } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { texts } from '../text/texts.ts'
import formStyles from '../parts/form.module.css'
import styles from './outside-dialog.module.css'

const words = texts.agentDialogs.outside

/** Choice of the program that answers in a new agent: those of config.json, and those that ikigai knows. */
export function OutsideDialog() {
  const { dialogs } = useStores()
  const { settings } = useActions()
  const [programs, setPrograms] = useState<readonly OutsideProgram[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void settings.findOutsidePrograms().then((found) => {
      setPrograms(found ?? [])
      if (found === null) setFailure(words.noAnswer)
    })
  }, [settings])
  return (
    <Dialog title={words.title} size="wide" initialFocus="layer" onClose={dialogs.close}>
      <div className={styles.content}>
        <p className={formStyles.lead}>{words.lead}</p>
        {programs === null ? <p className={formStyles.lead}>{words.searching}</p> : null}
        <ul className={styles.programs}>
          {programs?.map((program) => (
            <Program key={program.name} program={program} onFailure={setFailure} />
          ))}
        </ul>
        <FailureNote failure={failure} />
        <Button tone="quiet" onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'agents' } })}>
          {words.addOther}
        </Button>
      </div>
    </Dialog>
  )
}

interface ProgramProps {
  readonly program: OutsideProgram
  onFailure(failure: string): void
}

function Program({ program: { name, label, version, start, isConfigured, isFound }, onFailure }: ProgramProps) {
  const { dialogs } = useStores()
  const { agents } = useActions()
  const isLoaded = useConfig(({ config }) => config) !== null
  const save = useSaveOutsideAgent()
  const [command = '', ...args] = start

  async function begin(): Promise<void> {
    const refusal = isConfigured ? null : await save(name, { command, args })
    if (refusal !== null) return onFailure(refusal)
    dialogs.close()
    await agents.createRoot({ model: `${OUTSIDE}/${name}` })
  }

  return (
    <li className={styles.program} aria-label={label}>
      <span className={styles.name}>
        {label}
        {version === null ? null : <span className={styles.version}> {version}</span>}
      </span>
      <Button
        aria-label={isConfigured ? words.startWith({ program: label }) : words.addProgram({ program: label })}
        disabled={!isFound || !isLoaded}
        onClick={() => void begin()}
      >
        {isConfigured ? words.start : words.add}
      </Button>
      <span className={styles.detail}>{isFound ? <code>{start.join(' ')}</code> : howToInstall(command)}</span>
    </li>
  )
}

function howToInstall(command: string): string {
  return command === 'npx' ? words.noNpx : words.notFound({ command })
}
