/**
 * A queue between one producer that never waits and one consumer that takes batches: what happened since the last
 * batch comes as one array. Bounded by its owner through `clear` (a consumer that falls behind is given a snapshot).
 */
export class FeedQueue<T> {
  #items: T[] = []
  #wake: (() => void) | null = null
  #closed = false

  get length(): number {
    return this.#items.length
  }

  /** The newest waiting item may be changed in place by its owner (merging of deltas). */
  get last(): T | undefined {
    return this.#items.at(-1)
  }

  push(item: T): void {
    if (this.#closed) return
    this.#items.push(item)
    this.#rouse()
  }

  clear(): void {
    this.#items = []
  }

  /** What is waiting is still given out, then the batches end. */
  close(): void {
    this.#closed = true
    this.#rouse()
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

  #wakened(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** The consumer comes after all that this read of a socket brings: one batch for it, not one for each delta. */
  #rouse(): void {
    if (this.#wake === null) return
    setTimeout(this.#wake, 0)
    this.#wake = null
  }
}
