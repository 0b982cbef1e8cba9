import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'

/** An explicit act that took something out of the context. */
export type ActEvent = AgentEventOf<'clear'> | AgentEventOf<'rewind'> | AgentEventOf<'summary'>

/** The state before an act, so that it can be undone. Older acts hang on it: they are undone one after the other. */
export interface ContextAct {
  readonly event: ActEvent
  readonly items: readonly AgentEvent[]
  readonly marks: ReadonlyMap<string, EventId>
  readonly before: ContextAct | null
}

/** Where an item stands in the order of the log: a summary stands where what it stands for ended. */
export function positionOf(item: AgentEvent): EventId {
  return item.kind === 'summary' ? item.data.to_id : item.id
}

/** The oldest summary among the acts after `target` that no clear hides: a rewind behind it brings its events back. */
export function oldestSummaryAfter(newest: ContextAct | null, target: EventId): ContextAct | null {
  let found: ContextAct | null = null
  for (let act = newest; act !== null && act.event.id > target && act.event.kind !== 'clear'; act = act.before) {
    if (act.event.kind === 'summary') found = act
  }
  return found
}
