import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'

/** A user's operation that removed something from the context. */
export type ActEvent = AgentEventOf<'clear'> | AgentEventOf<'rewind'> | AgentEventOf<'summary'>

/**
 * The state before such an operation, so that it can be undone. Linked to the operation before it: they are undone one
 * after the other.
 */
export interface ContextAct {
  readonly event: ActEvent
  readonly items: readonly AgentEvent[]
  readonly marks: ReadonlyMap<string, EventId>
  readonly before: ContextAct | null
}

/** Position of an item in the order of the log. A summary has the position of the end of the range that it replaces. */
export function positionOf(item: AgentEvent): EventId {
  return item.kind === 'summary' ? item.data.to_id : item.id
}

/**
 * Returns the oldest summary after `target` that no clear hides; a rewind to `target` restores the events of that
 * summary. Null: there is none.
 */
export function oldestSummaryAfter(newest: ContextAct | null, target: EventId): ContextAct | null {
  let found: ContextAct | null = null
  for (let act = newest; act !== null && act.event.id > target && act.event.kind !== 'clear'; act = act.before) {
    if (act.event.kind === 'summary') found = act
  }
  return found
}
