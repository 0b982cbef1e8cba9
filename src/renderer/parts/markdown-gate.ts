/**
 * Markdown parsers take quadratic time or more for some inputs: unclosed brackets and asterisks, quotes nested in
 * quotes. These limits keep the worst text within a few times the cost of ordinary text of the maximum length. Text
 * beyond them is parsed in a worker with a time limit (measured for the inputs of markdown-gate.test.ts).
 */
const MAX_LENGTH = 6_000
const MAX_SPECIALS = 600
const MAX_LINES = 200
const MAX_NESTING = 10
const MAX_INDENT = 40

/** Characters with a meaning inside a paragraph, a table cell or a link. */
const SPECIAL = new Set('[]!*_~`<>&|()\\:@$')
/** Quotes, list markers and space at the beginning of a line, which determine its containers. */
const CONTAINERS = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/
/** A fence that opens a code block. The text after a fence of back-ticks contains none. */
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const HTML_LINE = /^ {0,3}</

/**
 * Returns whether any block of Markdown with this source can be parsed and rendered immediately. Linear in its length.
 */
export function isQuickToParse(source: string): boolean {
  return source.length <= MAX_LENGTH && specials(source) <= MAX_SPECIALS && withinBounds(source.split(/\r\n?|\n/))
}

/**
 * Returns whether a text can be split into its top-level blocks immediately, which does not parse inline content. Lines
 * inside a fence are not counted: they are not parsed, and code may be long.
 */
export function isQuickToCut(text: string): boolean {
  const lines = text.split(/\r\n?|\n/)
  const outside = outsideFences(lines)
  // Inside HTML, a fence does not open a code block, so all lines count.
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
