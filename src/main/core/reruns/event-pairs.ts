import type { AgentEvent, EventKind, NewEvent } from '../../../shared/agent-event.ts'
import type { KindReferringTo, KindWith } from '../../../shared/event-facts.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { defined } from '../../../shared/defined.ts'

type RepeatedKind = KindWith<'rerun', 'act' | 'question'>

/** Which events of a rerun stand for those of the original. Ids of the original that were not run again are kept. */
export class EventPairs {
  readonly #firstId: EventId
  readonly #pairOf = new Map<EventId, EventId>()
  /** Ascending by the id of the original. */
  #pairs: readonly (readonly [EventId, EventId])[] = []

  /** `firstId`: the first event that is run again. */
  constructor(firstId: EventId) {
    this.#firstId = firstId
  }

  /** Pairs events of one kind in their order. Those that only one of the runs has are left out. */
  add(original: readonly AgentEvent[], again: readonly AgentEvent[]): void {
    const left = Map.groupBy(again, ({ kind }) => kind)
    for (const { id, kind } of original) {
      const pair = left.get(kind)?.shift()
      if (pair !== undefined) this.#pairOf.set(id, pair.id)
    }
    this.#pairs = [...this.#pairOf].toSorted(([a], [b]) => a - b)
  }

  /** Returns the event of an act for the agent that runs again, in that agent's own ids. */
  again(event: AgentEvent, agentId: AgentId): NewEvent {
    const base = { agentId, turnId: null, content: event.content }
    switch (event.kind) {
      case 'rewind': {
        const { target_id: target, undoes } = event.data
        const data = {
          ...event.data,
          target_id: this.#from(target),
          ...defined({ undoes: undoes === undefined ? undefined : this.#from(undoes) }),
        }
        return { ...base, kind: event.kind, data }
      }
      case 'summary': {
        if ('failed' in event.data) return { ...base, kind: event.kind, data: event.data }
        const { from_id: from, to_id: to, messages } = event.data
        // What the summary cost was paid in the original.
        return { ...base, kind: event.kind, data: { from_id: this.#from(from), to_id: this.#upTo(to), messages } }
      }
      default: {
        // A kind that is repeated and names events of its own agent needs a case here, to name those of the rerun.
        event.kind satisfies Exclude<EventKind, RepeatedKind & KindReferringTo<'event' | 'event_up_to' | 'event_from'>>
        const { id: _id, sessionId: _session, createdAt: _at, ...kept } = event
        return { ...kept, agentId, turnId: null }
      }
    }
  }

  /** The first event from `id` on; if there is none, an id that no event has. */
  #from(id: EventId): EventId {
    if (id < this.#firstId) return id
    return this.#pairs.find(([original]) => original >= id)?.[1] ?? (this.#pairs.at(-1)?.[1] ?? 0) + 1
  }

  /** The last event up to `id`. */
  #upTo(id: EventId): EventId {
    if (id < this.#firstId) return id
    return this.#pairs.findLast(([original]) => original <= id)?.[1] ?? this.#firstId - 1
  }
}
