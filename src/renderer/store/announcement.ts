import type { AgentSummary } from '../../shared/agent-summary.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { agentName } from './agent-name.ts'

/** Returns the screen reader announcement for a change of an agent's state; null if there is none. */
export function announcement(before: AgentSummary | undefined, after: AgentSummary): string | null {
  if (before === undefined || before.activity.type === after.activity.type) return null
  const name = agentName(after)
  switch (after.activity.type) {
    case 'idle':
      return before.activity.type === 'failed'
        ? null
        : `${name} ${after.activity.stopped === true ? 'was stopped' : 'answered'}`
    case 'failed':
      return `${name} failed: ${after.activity.error.message}`
    case 'needs_approval':
      return `${name} needs approval`
    case 'retrying':
      return `${name} will try again`
    case 'streaming':
    case 'tools':
      return null
    default:
      return assertNever(after.activity)
  }
}
