import { StringDecoder } from 'node:string_decoder'

/** What a program has printed since it was last read: at most `maxLength` UTF-16 units, the newest ones. */
export class UnreadText {
  readonly #maxLength: number
  readonly #decoder = new StringDecoder('utf8')
  #text = ''
  #left = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  add(chunk: Buffer): void {
    this.#text += this.#decoder.write(chunk)
    const excess = this.#text.length - this.#maxLength
    if (excess <= 0) return
    this.#left += excess
    this.#text = this.#text.slice(excess)
  }

  /** Returns the text. It begins with a note if older text was left out. */
  look(): string {
    const note = this.#left === 0 ? '' : `[${this.#left} characters before this were left out.]\n`
    return `${note}${this.#text}`
  }

  /** Returns the text, and discards it. */
  take(): string {
    const text = this.look()
    this.#text = ''
    this.#left = 0
    return text
  }
}
