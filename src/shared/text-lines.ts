import { MAX_LINE_LENGTH } from './log-file.ts'

/**
 * Yields the lines of a text that arrives in pieces, without line ends (`\n` or `\r\n`) and without a byte order mark.
 * Other characters do not end a line: U+2028 may be part of one. Memory is bounded: if a line is longer than
 * `maxLength` UTF-16 units, its first `maxLength + 1` units are yielded as the last line, which callers are expected to
 * refuse.
 */
export async function* linesOf(
  pieces: AsyncIterable<string> | Iterable<string>,
  maxLength = MAX_LINE_LENGTH,
): AsyncGenerator<string> {
  const line = new OpenLine()
  let isFirst = true
  for await (const piece of pieces) {
    let start = isFirst && piece.startsWith('\uFEFF') ? 1 : 0
    if (piece !== '') isFirst = false
    for (let end = piece.indexOf('\n', start); end !== -1; end = piece.indexOf('\n', start)) {
      line.add(piece.slice(start, end))
      start = end + 1
      if (line.length > maxLength + 1) break
      yield withoutReturn(line.take())
    }
    line.add(piece.slice(start))
    if (line.length <= maxLength + 1) continue
    yield line.take().slice(0, maxLength + 1)
    return
  }
  if (line.length > 0) yield withoutReturn(line.take())
}

/**
 * An incomplete line. Its pieces are joined once, at its end: searching the text again after each piece would take
 * quadratic time.
 */
class OpenLine {
  #parts: string[] = []
  length = 0

  add(part: string): void {
    this.#parts.push(part)
    this.length += part.length
  }

  take(): string {
    const text = this.#parts.join('')
    this.#parts = []
    this.length = 0
    return text
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
