/**
 * Parsers of Markdown cost the square of some inputs and worse: of brackets and asterisks that nothing closes, of quotes
 * in quotes. These bounds keep the worst text within a few times what ordinary text of the longest length costs; what is
 * beyond them is parsed away from the page, with a time limit (measured for the families of markdown-gate.test.ts).
 */
const MAX_LENGTH = 6_000
const MAX_SPECIALS = 600
const MAX_LINES = 200
const MAX_NESTING = 10
const MAX_INDENT = 40

/** What begins or ends something inside a paragraph, a table cell or a link. */
const SPECIAL = new Set('[]!*_~`<>&|()\\:@')
/** Quotes, list markers and space at the beginning of a line: the containers that it is in. */
const CONTAINERS = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/
/** A fence that opens a block of code; the text behind one of back-ticks holds none. */
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const HTML_LINE = /^ {0,3}</

/** Whether a block of Markdown can be parsed and drawn at once, whatever it is. Linear in its length. */
export function isQuickToParse(source: string): boolean {
  return source.length <= MAX_LENGTH && specials(source) <= MAX_SPECIALS && withinBounds(source.split(/\r\n?|\n/))
}

/**
 * Whether a text can be cut into its top-level blocks at once, which leaves the inside of a paragraph alone. Lines inside a
 * fence do not count: they are taken as they are, and code may be long.
 */
export function isQuickToCut(text: string): boolean {
  const lines = text.split(/\r\n?|\n/)
  const outside = outsideFences(lines)
  // Inside HTML a fence is no fence, so nothing is left out.
  const counted = outside.some((line) => HTML_LINE.test(line)) ? lines : outside
  return counted.reduce((length, line) => length + line.length, 0) <= MAX_LENGTH && withinBounds(counted)
}

function withinBounds(lines: readonly string[]): boolean {
  return lines.length <= MAX_LINES && lines.every(isShallow)
}

function specials(text: string): number {
  let count = 0
  for (const character of text) if (SPECIAL.has(character)) count += 1
  return count
}

function isShallow(line: string): boolean {
  const containers = CONTAINERS.exec(line)?.[0] ?? ''
  const markers = containers.replaceAll(/[\s\d]/g, '')
  return markers.length <= MAX_NESTING && line.length - line.trimStart().length <= MAX_INDENT
}

function outsideFences(lines: readonly string[]): readonly string[] {
  let open: string | null = null
  return lines.filter((line) => {
    const fence = FENCE.exec(line)
    const mark = fence?.[1] ?? fence?.[2]
    if (open === null) {
      open = mark ?? null
      return true
    }
    const closes = mark !== undefined && mark.startsWith(open) && line.trim() === mark
    if (closes) open = null
    return false
  })
}
