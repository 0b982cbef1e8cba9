/**
 * Delivers what its owner collects: everything since the last batch as one batch, to one consumer. The owner calls
 * `wake` when there is something new.
 */
export class BatchLoop<T> {
  readonly #take: () => readonly T[]
  #wake: (() => void) | null = null
  #isClosed = false

  /** `take` returns what has been collected since its last call, and removes it; empty: nothing. */
  constructor(take: () => readonly T[]) {
    this.#take = take
  }

  /** Whether the consumer waits for the next batch. */
  get isWaiting(): boolean {
    return this.#wake !== null
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  wake(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** Delivers what is collected, then ends the batches. */
  close(): void {
    this.#isClosed = true
    this.wake()
  }

  /** Yields non-empty batches until the loop is closed. */
  async *batches(): AsyncGenerator<readonly T[]> {
    for (;;) {
      const batch = this.#take()
      if (batch.length > 0) yield batch
      else if (this.#isClosed) return
      else await this.#untilWoken()
    }
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
