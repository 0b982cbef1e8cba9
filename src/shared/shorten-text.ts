import { tokensOfText } from './text-tokens.ts'

/** A text that may be too long for a model, and how much of it is kept. */
export interface ShortenedWish {
  readonly text: string
  /** Most tokens that are kept, estimated by script. */
  readonly maxTokens: number
  /** Says where the whole is and how to read it: a sentence. Empty: nowhere. */
  readonly where: string
}

/**
 * Returns the beginning and the end of a text that has more tokens than allowed, with a note between them; null if the
 * text is short enough. Deterministic, so that a transcript keeps its bytes. Linear in the length of the text.
 */
export function shortenedText({ text, maxTokens, where }: ShortenedWish): string | null {
  // No character has more than one token.
  if (text.length <= maxTokens) return null
  const tokens = tokensOfText(text)
  if (tokens <= maxTokens) return null
  const head = atLineEnd(headOf(text, maxTokens / 2))
  const tail = atLineStart(tailOf(text, maxTokens / 2))
  const left = text.slice(head.length, text.length - tail.length)
  const first = countLineEnds(head) + 1
  const last = first + countLineEnds(left) - (left.endsWith('\n') ? 1 : 0)
  const lines = first === last ? `in line ${first}` : `lines ${first} to ${last}`
  const size = `${left.length} of ${text.length} characters (about ${Math.ceil(tokens)} tokens)`
  return `${head}\n\n[… ${size} are left out here, ${lines}.${where === '' ? '' : ` ${where}`} …]\n\n${tail}`
}

function headOf(text: string, tokens: number): string {
  let used = 0
  for (let end = 0; end < text.length;) {
    const next = end + (isPair(text, end) ? 2 : 1)
    used += tokensOfText(text.slice(end, next))
    if (used > tokens) return text.slice(0, end)
    end = next
  }
  return text
}

function tailOf(text: string, tokens: number): string {
  let used = 0
  for (let begin = text.length; begin > 0;) {
    const next = begin - (isPair(text, begin - 2) ? 2 : 1)
    used += tokensOfText(text.slice(next, begin))
    if (used > tokens) return text.slice(begin)
    begin = next
  }
  return text
}

/** Whether the character at the index consists of two UTF-16 units. */
function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff
}

/** The part of the head up to its last line end, unless that is far from its end. */
function atLineEnd(head: string): string {
  const end = head.lastIndexOf('\n')
  return end > head.length * NEAR ? head.slice(0, end + 1) : head
}

function atLineStart(tail: string): string {
  const begin = tail.indexOf('\n')
  return begin !== -1 && begin < tail.length * (1 - NEAR) ? tail.slice(begin + 1) : tail
}

const NEAR = 3 / 4

function countLineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
