import type { AgentId } from '../../shared/ids.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import styles from './agent-link.module.css'
import { usePaneStream } from './pane-stream-context.ts'

/** An agent's name in the stream. A click opens its pane beside this one. */
export function AgentLink({ agentId }: { agentId: AgentId }) {
  const { layout } = useStores()
  const here = usePaneStream().agentId
  const name = useAgentName(agentId)
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => layout.dispatch({ type: 'open', agents: [agentId], focus: true, beside: here })}
    >
      {name}
    </button>
  )
}
