/** Most text that is kept, UTF-16 units. */
const MOST = 4_000_000

/** Keeps the texts of the files that were used last. */
export class TextCache {
  readonly #texts = new Map<string, string>()
  #size = 0

  get(sha256: string): string | undefined {
    const text = this.#texts.get(sha256)
    if (text === undefined) return undefined
    // A map goes through its keys in the order in which they were put in.
    this.#texts.delete(sha256)
    this.#texts.set(sha256, text)
    return text
  }

  set(sha256: string, text: string): void {
    if (this.#texts.has(sha256) || text.length > MOST) return
    this.#texts.set(sha256, text)
    this.#size += text.length
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size <= MOST) return
      this.#texts.delete(oldest)
      this.#size -= length
    }
  }
}
