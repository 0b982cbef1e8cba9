import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { ToolCardState } from '../parts/tool-card.tsx'
import { texts } from '../text/texts.ts'

/** How a recorded result is shown. */
export function resultState({ data }: AgentEventOf<'tool_result'>): {
  readonly state: ToolCardState
  readonly reason?: string
} {
  const { end, is_error: isError } = data
  if (end?.type === 'unanswered') return { state: 'unanswered', reason: texts.parts.tool.closed }
  if (end !== undefined) return { state: end.type, ...('reason' in end && { reason: end.reason }) }
  return { state: isError === true ? 'failed' : 'finished' }
}

/** Returns the calls that waited for the user's answer when their engine ended. */
export function notAnsweredCalls(events: readonly AgentEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => (event.kind === 'interrupted' ? (event.data.unanswered_calls ?? []) : [])))
}

/** A settled tool call as the log has it. */
export interface RecordedCall {
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}
