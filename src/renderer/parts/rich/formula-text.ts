/** A formula in LaTeX, without its delimiters. */
interface Formula {
  readonly latex: string
  /** Whether it is a block of its own instead of a part of a line. */
  readonly display: boolean
}

/** The pairs of delimiters around a formula; `$$` is listed before `$`, which is its beginning. */
const DELIMITERS = [
  { open: '$$', close: '$$', display: true },
  { open: '\\[', close: '\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '$', close: '$', display: false },
] as const

/** Returns the formula of a text that begins and ends with the delimiters of one. */
export function formulaOf(source: string): Formula {
  const text = source.trim()
  const pair = DELIMITERS.find(({ open, close }) => text.startsWith(open) && text.endsWith(close))
  if (pair === undefined) return { latex: text, display: true }
  return { latex: text.slice(pair.open.length, -pair.close.length).trim(), display: pair.display }
}

/** The beginning of a text that may be a formula of its own. */
interface DisplayFormula {
  /** Number of characters that belong to it; 0 if no formula begins here. */
  readonly length: number
  /** False: it is not closed (yet), or text follows on the line of its end, so it is a part of a paragraph. */
  readonly isComplete: boolean
}

/**
 * Reads a display formula (`$$…$$`, `\[…\]`) at the beginning of a text. It contains no blank line, as LaTeX demands,
 * so what is not a formula reaches to the next one.
 */
export function readDisplayFormula(text: string): DisplayFormula {
  const opening = /^ {0,3}(\$\$|\\\[)/.exec(text)
  if (opening === null) return { length: 0, isComplete: false }
  const end = /\n[ \t]*\n/.exec(text)?.index ?? text.length
  const close = opening[1] === '$$' ? '$$' : '\\]'
  const place = closingPlace(text.slice(0, end), opening[0].length, close)
  const rest = place === -1 ? null : /^[ \t]*(?:\n|$)/.exec(text.slice(place + close.length, end + 1))
  if (rest === null) return { length: end, isComplete: false }
  return { length: place + close.length + rest[0].length, isComplete: true }
}

/** Returns where a formula is closed. A backslash escapes the character after it. -1: nowhere. */
function closingPlace(text: string, start: number, close: string): number {
  for (let place = start; place < text.length; place += 1) {
    if (place > start && text.startsWith(close, place)) return place
    if (text[place] === '\\') place += 1
  }
  return -1
}
