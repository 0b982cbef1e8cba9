import { BatchLoop } from './batch-loop.ts'

/**
 * A queue between one producer that never waits and one consumer that takes batches: everything since the last batch is
 * delivered as one array. Its owner bounds it with `clear` (a consumer that falls behind gets a snapshot).
 */
export class FeedQueue<T> {
  #items: T[] = []
  #batchPending = false
  readonly #loop = new BatchLoop<T>(() => this.#take())
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
    this.#loop.wake()
  }

  /**
   * Like `push`, but lets the consumer wait for more items, so that what arrives in a short time forms one batch.
   */
  pushBatched(item: T): void {
    this.#put(item)
    if (!this.#loop.isWaiting || this.#batchPending) return
    this.#batchPending = true
    void this.#batchDelay().then(() => {
      this.#batchPending = false
      this.#loop.wake()
    })
  }

  clear(): void {
    this.#items = []
  }

  /** Delivers the waiting items, then ends the batches. */
  close(): void {
    this.#loop.close()
  }

  /** Yields non-empty batches until the queue is closed. */
  batches(): AsyncGenerator<readonly T[]> {
    return this.#loop.batches()
  }

  #put(item: T): void {
    if (!this.#loop.isClosed) this.#items.push(item)
  }

  #take(): readonly T[] {
    const batch = this.#items
    this.#items = []
    return batch
  }
}
