import type { AgentSummary } from '../../shared/agent-summary.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { texts } from '../text/texts.ts'
import { agentName } from './agent-name.ts'

const words = texts.actions.agent

/** Returns the screen reader announcement for a change of an agent's state; null if there is none. */
export function announcement(before: AgentSummary | undefined, after: AgentSummary): string | null {
  if (before === undefined || before.activity.type === after.activity.type) return null
  const agent = agentName(after)
  switch (after.activity.type) {
    case 'idle':
      if (before.activity.type === 'failed') return null
      return after.activity.stopped === true ? words.stopped({ agent }) : words.answered({ agent })
    case 'failed':
      return after.activity.earlier === true ? null : words.failed({ agent, message: after.activity.error.message })
    case 'needs_approval':
      return words.needsApproval({ agent })
    case 'retrying':
      return words.retries({ agent })
    case 'streaming':
    case 'tools':
      return null
    default:
      return assertNever(after.activity)
  }
}
