import type { AgentActivity } from '../../shared/agent-summary.ts'
import { assertNever } from '../../shared/assert-never.ts'

/** What an agent is doing, in words. */
export function activityLabel(activity: AgentActivity, killed: boolean): string {
  if (killed) return 'killed'
  switch (activity.type) {
    case 'idle':
      return 'idle'
    case 'streaming':
      return activity.elsewhere === true ? 'answering in another ikigai' : 'answering'
    case 'tools':
      return 'running tools'
    case 'needs_approval':
      return 'needs approval'
    case 'retrying':
      return 'waiting to retry'
    case 'failed':
      return 'failed'
    default:
      return assertNever(activity)
  }
}
