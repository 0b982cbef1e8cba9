/**
 * The lines of a text that comes in pieces, without their ends. A line ends with `\n` or `\r\n` only: U+2028 and U+2029 are
 * ordinary characters of JSON strings. A byte order mark at the beginning is left out.
 */
export async function* linesOf(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest: string[] = []
  let isFirst = true
  for await (const piece of pieces) {
    const text = isFirst ? piece.replace(/^\uFEFF/, '') : piece
    isFirst &&= piece === ''
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      yield withoutReturn([...rest, text.slice(start, end)].join(''))
      rest = []
      start = end + 1
    }
    if (start < text.length) rest.push(text.slice(start))
  }
  if (rest.length > 0) yield withoutReturn(rest.join(''))
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
