/**
 * Output of a running tool for display: text, in whole characters, up to a limit. The model reads the result instead;
 * this only shows progress.
 */
export class LiveText {
  readonly #decoder = new TextDecoder()
  readonly #show: (text: string) => void
  #left: number

  /** `limit`: bytes. */
  constructor(show: (text: string) => void, limit: number) {
    this.#show = show
    this.#left = limit
  }

  write(chunk: Buffer): void {
    if (this.#left <= 0) return
    const shown = chunk.subarray(0, this.#left)
    this.#left -= shown.length
    const text = this.#decoder.decode(shown, { stream: true })
    if (text !== '') this.#show(text)
    if (this.#left <= 0) this.#show('\n[… more than is shown here …]\n')
  }
}
