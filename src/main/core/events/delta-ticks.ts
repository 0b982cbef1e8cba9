import type { Clock } from '../ports/system-ports.ts'

/** Between two moments at which deltas are delivered, ms: a frame of a 60 Hz screen. */
const TICK_MS = 16

/**
 * The moments at which feeds deliver their deltas, the same for all of them: what many agents stream then reaches a
 * client together, and each message has a cost of its own. After a pause, the next moment is now.
 */
export class DeltaTicks {
  readonly #clock: Clock
  #lastAt = -Infinity
  #next: Promise<void> | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves at the next moment, after at most 16 ms. Never rejects: with a clock that fails, the moment is now. */
  next(): Promise<void> {
    this.#next ??= this.#wait()
      .catch(() => undefined)
      .finally(() => (this.#next = null))
    return this.#next
  }

  async #wait(): Promise<void> {
    const rest = this.#lastAt + TICK_MS - this.#clock.now()
    // A clock that was set back would make it wait for longer.
    await this.#clock.sleep(Math.min(Math.max(rest, 0), TICK_MS), new AbortController().signal)
    this.#lastAt = this.#clock.now()
  }
}
