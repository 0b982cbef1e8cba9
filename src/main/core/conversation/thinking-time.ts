import type { ProviderEvent } from '../ports.ts'

/**
 * How long a model thought, by what it streams: from the first words of a block of thinking to the first of whatever
 * comes behind it. Thinking whose words a provider keeps to itself can't be told from waiting, and is not counted.
 */
export class ThinkingTime {
  #block = -1
  /** ms since the epoch; null: it does not think now. */
  #since: number | null = null
  /** ms; null: no words of thinking came. */
  #total: number | null = null

  readonly #now: () => number

  /** `now`: ms since the epoch. Asked where thinking begins and ends, not for every delta. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** To be called for every event when it comes. */
  see(event: ProviderEvent): void {
    // What is said about an earlier block, as a signature, ends nothing and begins nothing.
    if (!('blockIndex' in event) || event.blockIndex < this.#block) return
    const isNew = event.blockIndex > this.#block
    this.#block = event.blockIndex
    if (event.type === 'thinking_delta') this.#since ??= this.#now()
    else if (isNew) this.#stop()
  }

  /** The response has ended. ms in all; null: it did not think aloud. */
  end(): number | null {
    this.#stop()
    return this.#total
  }

  #stop(): void {
    if (this.#since === null) return
    // A clock that was set back gives no negative time.
    this.#total = (this.#total ?? 0) + Math.max(0, this.#now() - this.#since)
    this.#since = null
  }
}
