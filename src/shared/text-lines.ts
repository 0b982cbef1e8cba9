import { MAX_LINE_LENGTH } from './log-file.ts'

/**
 * The lines of a text that arrives in pieces, without their ends (`\n` or `\r\n`) and without a byte order mark. Nothing
 * else ends a line: U+2028 may be part of one. Memory is bounded: of a line longer than `maxLength` UTF-16 units
 * only the beginning is given, one unit longer than that, as the last line; whoever reads it refuses it.
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

/** A line that is not complete yet. Joined once at its end: text that is searched after every piece costs its square. */
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
