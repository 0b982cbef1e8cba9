import type { AgentId } from '../../shared/ids.ts'
import { ApprovalQuestion } from '../approvals/approval-question.tsx'
import { useWindowStore } from '../frame/window-context.ts'
import styles from '../parts/tool-card.module.css'

/** The question of an agent whose budget is used up; it belongs to no call. */
export function BudgetQuestion({ agentId }: { agentId: AgentId }) {
  const approval = useWindowStore(
    (window) => window.approvals,
    ({ pending }) => [...pending.values()].find((each) => each.agentId === agentId && each.access === 'budget'),
  )
  if (approval === undefined) return null
  return (
    <div className={styles.card} data-state="waiting">
      <ApprovalQuestion approval={approval} />
    </div>
  )
}
