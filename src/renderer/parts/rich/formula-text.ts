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

/** Environments of LaTeX that are formulas by themselves, and so need no delimiters. A pattern. */
const ENVIRONMENTS = String.raw`(?:equation|align(?:ed|at|edat)?|gather(?:ed)?|multline|split|d?r?cases|d?array|subarray|[pbBvV]?matrix|smallmatrix|CD)\*?`
/** The beginning of one, with its name. A pattern. */
export const BEGIN_ENVIRONMENT = String.raw`\\begin\{(${ENVIRONMENTS})\}`
const ENVIRONMENT_START = new RegExp(`^ {0,3}${BEGIN_ENVIRONMENT}`)

/** Returns the length of the environment at a place of a text; 0: none begins there or it has no end. */
export function environmentLength(text: string, place = 0): number {
  const name = ENVIRONMENT_START.exec(text.slice(place, place + 40))?.[1]
  if (name === undefined) return 0
  const [begin, end] = [`\\begin{${name}}`, `\\end{${name}}`]
  let depth = 0
  for (let next = place; ;) {
    const close = text.indexOf(end, next)
    if (close === -1) return 0
    depth += text.slice(next, close).split(begin).length - 2
    next = close + end.length
    if (depth <= 0) return next - place
  }
}

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
 * Reads a display formula (`$$…$$`, `\[…\]`, `\begin{…}…\end{…}`) at the beginning of a text. It contains no blank line, as LaTeX demands,
 * so what is not a formula reaches to the next one.
 */
export function readDisplayFormula(text: string): DisplayFormula {
  const opening = OPENING.exec(text)
  if (opening === null) return { length: 0, isComplete: false }
  const end = /\n[ \t]*\n/.exec(text)?.index ?? text.length
  const place = formulaEnd(text.slice(0, end), opening)
  const rest = place === 0 ? null : /^[ \t]*(?:\n|$)/.exec(text.slice(place, end + 1))
  if (rest === null) return { length: end, isComplete: false }
  return { length: place + rest[0].length, isComplete: true }
}

const OPENING = new RegExp(String.raw`^ {0,3}(\$\$|\\\[|${BEGIN_ENVIRONMENT})`)

/** Returns where a formula ends, with what closes it; 0: nowhere. */
function formulaEnd(text: string, [opening, delimiter = '']: RegExpExecArray): number {
  if (delimiter.startsWith('\\begin')) return environmentLength(text)
  const close = delimiter === '$$' ? '$$' : '\\]'
  const place = closingPlace(text, opening.length, close)
  return place === -1 ? 0 : place + close.length
}

/** Returns where a formula is closed. A backslash escapes the character after it. -1: nowhere. */
function closingPlace(text: string, start: number, close: string): number {
  for (let place = start; place < text.length; place += 1) {
    if (place > start && text.startsWith(close, place)) return place
    if (text[place] === '\\') place += 1
  }
  return -1
}
