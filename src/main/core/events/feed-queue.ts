/**
 * A queue between one producer that never waits and one consumer that takes batches: what happened since the last
 * batch comes as one array. Bounded by its owner through `clear` (a consumer that falls behind is given a snapshot).
 */
export class FeedQueue<T> {
  #items: T[] = []
  #wake: (() => void) | null = null
  #isNapping = false
  #closed = false
  readonly #nap: () => Promise<void>

  /** `nap` is how long the consumer may sleep on after a `pushIdly`; it never rejects. */
  constructor(nap: () => Promise<void> = () => Promise.resolve()) {
    this.#nap = nap
  }

  get length(): number {
    return this.#items.length
  }

  push(item: T): void {
    this.#put(item)
    this.#wakeNow()
  }

  /** As `push`, but the consumer may sleep on through all that this read of a socket brings: one batch, not one each. */
  pushIdly(item: T): void {
    this.#put(item)
    if (this.#wake === null || this.#isNapping) return
    this.#isNapping = true
    void this.#nap().then(() => {
      this.#isNapping = false
      this.#wakeNow()
    })
  }

  clear(): void {
    this.#items = []
  }

  /** What is waiting is still given out, then the batches end. */
  close(): void {
    this.#closed = true
    this.#wakeNow()
  }

  /** Non-empty batches until the queue is closed. */
  async *batches(): AsyncGenerator<readonly T[]> {
    for (;;) {
      if (this.#items.length > 0) {
        const batch = this.#items
        this.#items = []
        yield batch
      } else if (this.#closed) {
        return
      } else {
        await this.#wakened()
      }
    }
  }

  #put(item: T): void {
    if (!this.#closed) this.#items.push(item)
  }

  #wakened(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #wakeNow(): void {
    this.#wake?.()
    this.#wake = null
  }
}
