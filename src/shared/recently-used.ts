/** A map that keeps the `limit` entries that were read or written last, for what can be made again. */
export class RecentlyUsed<K, V> {
  readonly #limit: number
  readonly #entries = new Map<K, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#put(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#put(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) return
      this.#entries.delete(oldest)
    }
  }

  /** Does not count as a use. */
  has(key: K): boolean {
    return this.#entries.has(key)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** A map goes through its keys in the order in which they were put in. */
  #put(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
