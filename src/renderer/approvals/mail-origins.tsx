import type { AgentId } from '../../shared/ids.ts'
import { useTree } from '../hooks/use-stores.ts'
import { agentName } from '../store/agent-name.ts'
import styles from './approval-question.module.css'

/** The agents whose mail led to a call. A call is allowed without a question only if it is allowed for them too. */
export function MailOrigins({ agentIds }: { agentIds: readonly AgentId[] }) {
  const names = useTree(({ agents }) =>
    agentIds
      .map((id) => {
        const agent = agents.get(id)
        return agent === undefined ? id : agentName(agent)
      })
      .join(', '),
  )
  return (
    <p className={styles.caption}>
      This turn was started by mail from {names}. Whatever only some of these agents may do needs your approval.
    </p>
  )
}
