import type { LiveEvent } from '../../../shared/stream-event.ts'
import type { ProviderEvent } from '../ports.ts'

export type Mergeable = LiveEvent | ProviderEvent
export type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Delta = Extract<LiveEvent, { type: `${string}_delta` }>

export function isDelta(event: Mergeable): event is Delta {
  return event.type.endsWith('_delta')
}

/** Characters that a delta carries; 0 for anything else. */
export function deltaSize(event: Mergeable): number {
  if (event.type === 'tool_call_delta') return event.jsonFragment.length
  return isDelta(event) ? event.text.length : 0
}

/** Appends `event` to `last` in place if both are deltas of the same block or call; answers whether it did. */
export function mergeDelta(last: Mutable<Delta>, event: Mergeable): boolean {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      if (last.type !== event.type || last.blockIndex !== event.blockIndex) return false
      last.text += event.text
      return true
    case 'tool_call_delta':
      if (last.type !== event.type || last.id !== event.id) return false
      last.jsonFragment += event.jsonFragment
      return true
    case 'tool_output_delta':
      if (last.type !== event.type || last.id !== event.id) return false
      last.text += event.text
      return true
    default:
      return false
  }
}

/**
 * A growing list of events in which neighbouring deltas of one block are one entry: the memory of a long answer is its
 * text, not its number of deltas.
 */
export class MergedEvents<T extends Mergeable> {
  #events: T[] = []
  #tail: Mutable<Delta> | null = null

  add(event: T): void {
    if (this.#tail !== null && mergeDelta(this.#tail, event)) return
    const own = { ...event }
    this.#tail = isDelta(own) ? own : null
    this.#events.push(own)
  }

  /** A copy: what is handed out does not grow. */
  events(): readonly T[] {
    return this.#events.map((event) => ({ ...event }))
  }

  clear(): void {
    this.#events = []
    this.#tail = null
  }
}
