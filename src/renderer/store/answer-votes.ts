import type { AgentEvent } from '../../shared/agent-event.ts'
import type { EventId } from '../../shared/ids.ts'

/**
 * Returns which of several answers the newest vote about any of them prefers; null: none, or it was withdrawn. `logs`:
 * the loaded events of each answer's agent; `answers`: the events of each answer, empty if there is none.
 */
export function preferredAnswer(
  logs: readonly (readonly AgentEvent[])[],
  answers: readonly (readonly EventId[])[],
): number | null {
  let newest: { readonly id: EventId; readonly index: number; readonly isWithdrawn: boolean } | null = null
  for (const [index, events] of logs.entries()) {
    const own = new Set(answers[index])
    const vote = events.findLast((event) => event.kind === 'vote' && event.data.answer.events.some((id) => own.has(id)))
    if (vote?.kind !== 'vote' || (newest !== null && newest.id > vote.id)) continue
    newest = { id: vote.id, index, isWithdrawn: vote.data.withdrawn === true }
  }
  return newest === null || newest.isWithdrawn ? null : newest.index
}
