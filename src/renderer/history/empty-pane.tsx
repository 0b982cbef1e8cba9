import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useModels } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import styles from './empty-pane.module.css'

/** First prompts. Choosing one fills the prompt box and sends nothing. */
const STARTERS = [
  {
    title: 'Explain this folder',
    prompt: 'Look through this folder and explain what it contains, how its parts relate, and where to begin reading.',
  },
  {
    title: 'Write and test a script',
    prompt: 'Write a script that … . Test it with a few examples, and show me the results.',
  },
  {
    title: 'Plan with sub-agents',
    prompt: 'Plan the following task, give each part of it to a sub-agent, and combine their results: …',
  },
] as const

/** The content of a pane whose agent has no messages yet. */
export function EmptyPane({ agentId }: { agentId: AgentId }) {
  const { dialogs, drafts } = useStores()
  const choice = useAgent(agentId)?.choice ?? null
  return (
    <div className={styles.empty}>
      {choice === null ? (
        <>
          <p className={styles.lead}>Write a prompt, or choose a model first.</p>
          <Button onClick={() => dialogs.setState({ modelPickerOf: agentId })}>Choose a model</Button>
        </>
      ) : (
        <p className={styles.lead}>Ask {choice.model} something.</p>
      )}
      <ul className={styles.starters} aria-label="Starters">
        {STARTERS.map(({ title, prompt }) => (
          <li key={title}>
            <Button
              onClick={() => {
                drafts.type(agentId, prompt)
                promptElement(agentId)?.focus()
              }}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
      <DefaultModel />
    </div>
  )
}

/** The model of new agents, and where it is changed. */
function DefaultModel() {
  const { dialogs } = useStores()
  const list = useModels((state) => state.list)
  if (list?.defaultModel == null) return null
  return (
    <p className={styles.hint}>
      New agents use {list.defaultModel}
      {list.endedDefault === undefined ? '' : `, because ${list.endedDefault} is no longer available`} ·{' '}
      <button
        type="button"
        className={styles.change}
        onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'models' } })}
      >
        Change…
      </button>
    </p>
  )
}
