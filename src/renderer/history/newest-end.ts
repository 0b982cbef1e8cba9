import type { AgentEvent } from '../../shared/agent-event.ts'
import { eventHas } from '../../shared/event-facts.ts'
import type { EventId } from '../../shared/ids.ts'

/**
 * Whether an event is still how the conversation ends, so that what it offers can be done: nothing that was said or
 * changes the context follows it. Forks, judges, votes, marks, settings and commands may.
 */
export function isNewestEnd(events: readonly AgentEvent[], id: EventId): boolean {
  return events.findLast((event) => event.kind === 'error' || eventHas(event, 'context', 'item', 'edit'))?.id === id
}
