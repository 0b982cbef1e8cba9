import type { EventId } from '../../shared/ids.ts'

/** Where an event is drawn in a stream; null: it is not. The element that names it has no box; what it holds has. */
export function eventElement(stream: Element, eventId: EventId | null | undefined): Element | null {
  return stream.querySelector(`[data-event="${eventId ?? ''}"]`)?.firstElementChild ?? null
}
