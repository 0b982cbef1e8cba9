import type { EventId } from '../../shared/ids.ts'

/**
 * Returns the element of an event in a stream; null if it is not rendered. The element itself has no box, only its
 * children.
 */
export function eventElement(stream: Element, eventId: EventId | null | undefined): Element | null {
  return stream.querySelector(`[data-event="${eventId ?? ''}"]`)?.firstElementChild ?? null
}
