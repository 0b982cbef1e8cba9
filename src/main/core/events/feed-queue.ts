/**
 * A queue between one producer that never waits and one consumer that takes batches: everything since the last batch is
 * delivered as one array. Its owner bounds it with `clear` (a consumer that falls behind gets a snapshot).
 */
export class FeedQueue<T> {
  #items: T[] = []
  #wake: (() => void) | null = null
  #batchPending = false
  #closed = false
  readonly #batchDelay: () => Promise<void>

  /** `batchDelay`: how long the consumer may delay a batch after `pushBatched`; it never rejects. */
  constructor(batchDelay: () => Promise<void> = () => Promise.resolve()) {
    this.#batchDelay = batchDelay
  }

  get length(): number {
    return this.#items.length
  }

  push(item: T): void {
    this.#put(item)
    this.#wakeNow()
  }

  /**
   * Like `push`, but lets the consumer wait for more items, so that everything from one socket read forms one batch.
   */
  pushBatched(item: T): void {
    this.#put(item)
    if (this.#wake === null || this.#batchPending) return
    this.#batchPending = true
    void this.#batchDelay().then(() => {
      this.#batchPending = false
      this.#wakeNow()
    })
  }

  clear(): void {
    this.#items = []
  }

  /** Delivers the waiting items, then ends the batches. */
  close(): void {
    this.#closed = true
    this.#wakeNow()
  }

  /** Yields non-empty batches until the queue is closed. */
  async *batches(): AsyncGenerator<readonly T[]> {
    for (;;) {
      if (this.#items.length > 0) {
        const batch = this.#items
        this.#items = []
        yield batch
      } else if (this.#closed) {
        return
      } else {
        await this.#untilWoken()
      }
    }
  }

  #put(item: T): void {
    if (!this.#closed) this.#items.push(item)
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #wakeNow(): void {
    this.#wake?.()
    this.#wake = null
  }
}
