import type { AgentEvent, AgentEventOf, EventKind } from './agent-event.ts'
import type { DataReference, EventPlace } from './event-kind-row.ts'
import { EVENTS } from './events.ts'

type EventTable = typeof EVENTS

/** The facts that are one value of several. */
type Fact = 'data' | 'context' | 'message' | 'atEnd' | 'rerun'

/** The kinds whose rows have one of the values. */
export type KindWith<F extends Fact, Value> = {
  [K in EventKind]: EventTable[K][F] extends Value ? K : never
}[EventKind]

/** The kinds whose `data` refers to something of one sort, such as an event. */
export type KindReferringTo<Reference extends DataReference> = {
  [K in EventKind]: [Extract<ReferencesOf<K>, Reference>] extends [never] ? never : K
}[EventKind]
type ReferencesOf<K extends EventKind> = EventTable[K]['references'][keyof EventTable[K]['references']]

/** The kinds that are shown in a place. */
export type KindShownIn<Place extends EventPlace> = {
  [K in EventKind]: EventTable[K]['shown'][Place] extends true ? K : never
}[EventKind]

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind)
}

/** All kinds, in the order of the table. */
export const EVENT_KINDS: readonly EventKind[] = Object.keys(EVENTS).filter(isEventKind)

/** The kinds whose rows have the value, or one of them. */
export function kindsWith<F extends Fact, Value extends EventTable[EventKind][F]>(
  fact: F,
  ...values: readonly Value[]
): readonly EventKind[] {
  return EVENT_KINDS.filter((kind) => values.some((value) => value === EVENTS[kind][fact]))
}

/** Whether the row of the event's kind has the value, or one of them. */
export function eventHas<F extends Fact, Value extends EventTable[EventKind][F]>(
  event: AgentEvent,
  fact: F,
  ...values: readonly Value[]
): event is AgentEventOf<KindWith<F, Value>> {
  return values.some((value) => value === EVENTS[event.kind][fact])
}

/** Whether events of this kind are shown in a place. */
export function isShownIn<Place extends EventPlace>(
  event: AgentEvent,
  place: Place,
): event is AgentEventOf<KindShownIn<Place>> {
  return EVENTS[event.kind].shown[place]
}
