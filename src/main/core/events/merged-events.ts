import { type Delta, isDelta, type LiveEvent, mergeDelta, type Mutable } from '../../../shared/stream-event.ts'
import type { ProviderEvent } from '../ports/provider-ports.ts'

/**
 * A growing list of events in which consecutive deltas of one block are merged, so that memory depends on the length of
 * the text and not on the number of deltas.
 */
export class MergedEvents<T extends LiveEvent | ProviderEvent> {
  #events: T[] = []
  #tail: Mutable<Delta> | null = null

  add(event: T): void {
    if (this.#tail !== null && mergeDelta(this.#tail, event)) return
    const own = { ...event }
    this.#tail = isDelta(own) ? own : null
    this.#events.push(own)
  }

  /** A copy, which does not grow. */
  events(): readonly T[] {
    return this.#events.map((event) => ({ ...event }))
  }

  clear(): void {
    this.#events = []
    this.#tail = null
  }
}
