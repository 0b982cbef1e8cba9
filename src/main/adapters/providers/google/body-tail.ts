const BLANK_LINES = ['\n\n', '\r\r', '\r\n\r\n'] as const

/**
 * Keeps the end of a response body, from the last blank line on. The SDK discards it if it is not a complete event, but
 * it may be an event that lacks only the blank line, or the error that explains why the stream ended.
 */
export class BodyTail {
  #chunks: Uint8Array[] = []

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (BLANK_LINES.some((blank) => bytes.includes(blank))) this.#chunks = []
    this.#chunks.push(chunk)
  }

  /** Returns the text without the `data:` of an event. */
  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const ends = BLANK_LINES.map((blank) => {
      const at = text.lastIndexOf(blank)
      return at < 0 ? 0 : at + blank.length
    })
    return text
      .slice(Math.max(...ends))
      .replace(/^\s*data:/, '')
      .trim()
  }
}
