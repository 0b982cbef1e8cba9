import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useApprovals } from '../hooks/use-stores.ts'
import styles from '../parts/tool-card.module.css'

/**
 * The question of an agent whose budget is used up, whose tree has reached a limit, or whose folder is not trusted
 * yet. It belongs to no tool call.
 */
export function TurnQuestion({ agentId }: { agentId: AgentId }) {
  const approval = useApprovals(({ pending }) =>
    [...pending.values()].find((each) => each.agentId === agentId && isAboutLimit(each)),
  )
  if (approval === undefined) return null
  return (
    <div className={styles.card} data-state="waiting">
      <ApprovalQuestion approval={approval} />
    </div>
  )
}

function isAboutLimit({ access }: PendingApproval): boolean {
  return access === 'budget' || access === 'limit' || access === 'trust'
}
