import { endOfString } from './json.ts'

/** One bracket, comma, colon, string, number or literal of a JSON text, without surrounding white space. */
export interface JsonToken {
  readonly text: string
  /** Position in the whole text, in UTF-16 units. */
  readonly start: number
}

const WHITE_SPACE = ' \t\n\r'
const MARKS = '{}[],:'
const ENDS_WORD = `${WHITE_SPACE}${MARKS}"`

/** Yields the tokens of a JSON text in order. The result for invalid JSON is unspecified. */
export function* jsonTokens(text: string): Generator<JsonToken, undefined> {
  let start = 0
  while (start < text.length) {
    const first = text.charAt(start)
    if (WHITE_SPACE.includes(first)) {
      start += 1
      continue
    }
    const end = endOfToken(text, start, first)
    yield { text: text.slice(start, end), start }
    start = end
  }
}

function endOfToken(text: string, start: number, first: string): number {
  if (MARKS.includes(first)) return start + 1
  if (first === '"') return Math.min(endOfString(text, start) + 1, text.length)
  let end = start + 1
  while (end < text.length && !ENDS_WORD.includes(text.charAt(end))) end += 1
  return end
}
