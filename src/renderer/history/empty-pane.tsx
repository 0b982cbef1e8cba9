import type { AgentId } from '../../shared/ids.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import styles from './empty-pane.module.css'

/** The content of a pane whose agent has no messages yet. */
export function EmptyPane({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const choice = useAgent(agentId)?.choice ?? null
  return (
    <div className={styles.empty}>
      {choice === null ? (
        <>
          <p className={styles.lead}>This agent has no model yet.</p>
          <Button tone="primary" onClick={() => dialogs.setState({ modelPickerOf: agentId })}>
            Choose a model
          </Button>
        </>
      ) : (
        <>
          <p className={styles.lead}>Ask {choice.model} something.</p>
          <p className={styles.hint}>Fork at any point to continue with another model.</p>
        </>
      )}
    </div>
  )
}
