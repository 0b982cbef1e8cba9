import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentMark } from '../../shared/agent-marks.ts'
import { isOnlyUsage } from '../../shared/context-edits.ts'
import { eventHas } from '../../shared/event-facts.ts'

/** Whether the event is a message. */
export function isSaid(event: AgentEvent): boolean {
  return eventHas(event, 'message', 'whole', 'part') && !isOnlyUsage(event)
}

/** Returns whether no message follows, so that a new mark is placed directly after the event. */
export function isNewestMessage(event: AgentEvent, events: readonly AgentEvent[]): boolean {
  return events.findLast(isSaid)?.id === event.id
}

/**
 * Returns the newest mark between this message and the next one, to which a rewind can return; null if there is none.
 */
export function markAfter(
  event: AgentEvent,
  events: readonly AgentEvent[],
  marks: readonly AgentMark[],
): string | null {
  const next = events.find((each) => each.id > event.id && isSaid(each))?.id ?? Infinity
  return marks.findLast((mark) => mark.eventId > event.id && mark.eventId < next)?.name ?? null
}
