/**
 * Yields the texts of the elements of a JSON array that arrives in pieces, without holding all of it. The last one may
 * be cut. Yields null once and ends if an element is longer than `maxLength` UTF-16 units. Text before the array's `[`
 * is skipped.
 */
export async function* splitArray(
  pieces: AsyncIterable<string> | Iterable<string>,
  maxLength: number,
): AsyncGenerator<string | null> {
  let depth = 0
  let inString = false
  let escaped = false
  let element: string[] = []
  let length = 0
  for await (const piece of pieces) {
    let start = depth === 0 ? piece.length : 0
    for (let at = 0; at < piece.length; at++) {
      const unit = piece[at]
      if (inString) {
        if (escaped) escaped = false
        else if (unit === '\\') escaped = true
        else if (unit === '"') inString = false
        continue
      }
      if (unit === '"') inString = true
      else if (unit === '{' || unit === '[') {
        depth += 1
        if (depth === 1) start = at + 1
      } else if (unit === '}' || unit === ']' || (unit === ',' && depth === 1)) {
        if (unit !== ',') depth -= 1
        if (depth > 1 || (depth === 1 && unit !== ',')) continue
        element.push(piece.slice(start, at))
        const whole = element.join('')
        if (whole.trim() !== '') yield whole
        element = []
        length = 0
        if (depth === 0) return
        start = at + 1
      }
    }
    element.push(piece.slice(start))
    length += piece.length - start
    if (length <= maxLength) continue
    yield null
    return
  }
  const cut = element.join('')
  if (cut.trim() !== '') yield cut
}
