import { AFTER_ADDRESS } from './bare-links.ts'
import { BEGIN_ENVIRONMENT, environmentLength } from './formula-text.ts'
import { NAMES_IN_LINES } from './harmless-tags.ts'

/**
 * Prepares the end of a text that is still being received, so that no syntax is visible that will become something
 * else: what is certain to be closed later is closed, and what may still become anything is left out. Never changes
 * complete text. The text is one block of Markdown, the last one.
 */
export function closeOpenTail(text: string): string {
  const block = text.replace(UNDERLINE, '')
  if (isUndecided(block)) return ''
  const start = leafStart(block)
  const leaf = block.slice(start)
  if (leaf.length > MAX_LEAF) return block
  return block.slice(0, start) + closeLeaf(withoutUndecidedEnd(leaf))
}

/** Longer lines are shown as they are, since each addition reads all of it again. UTF-16 units. */
const MAX_LEAF = 2_000

/** A last line that would make a heading of the line before, and may become a list or a rule. */
const UNDERLINE = /\n[ \t]*(?:-+|=+|\*+|_+)[ \t]*$/

/** The header of a table without its complete second line, or the beginning of a fence. */
function isUndecided(block: string): boolean {
  const table = /^ {0,3}(\|[^\n]*)(?:\n([ \t|:-]*))?$/.exec(block)
  if (table !== null) return table[2] === undefined || columns(table[1] ?? '') !== columns(table[2])
  return /^ {0,3}(?:`{1,2}|~{1,2})$/.test(block)
}

function columns(row: string): number {
  return row.split('|').filter((cell) => cell.trim() !== '').length
}

/** Marks at the beginning of a line: of quotes, lists, headings and table rows. */
const LINE_START = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/

/** Returns where the last paragraph, item, heading or row of a block begins. Emphasis never begins before that. */
function leafStart(block: string): number {
  let start = block.lastIndexOf('\n') + 1
  while (start > 0) {
    const line = block.slice(start, lineEnd(block, start))
    if (LINE_START.test(line) || line.trim() === '') return start
    // A negative place would find a line end at the very beginning again.
    start = start < 2 ? 0 : block.lastIndexOf('\n', start - 2) + 1
  }
  return 0
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

/** A harmless tag whose attributes are not complete. */
const OPEN_TAG = new RegExp(String.raw`<(?:${NAMES_IN_LINES})\s[^<>]{0,200}$`, 'i')

/** What may become emphasis, a tag, a comment, an address, an escaped character or a formula. */
const UNDECIDED_END = [
  // A tag, or an address in angle brackets.
  /<(?:\/?[a-z][^\s<>]{0,200}(?: \/?| op?e?n?)?|\/|!-{0,2})?$/i,
  OPEN_TAG,
  /<!--(?:(?!-->)[\s\S])*$/,
  /[*_~]+$/,
  /\\$/,
  /\$$/,
]

function withoutUndecidedEnd(leaf: string): string {
  return UNDECIDED_END.reduce((text, end) => text.replace(end, ''), leaf)
}

/** Closes what is open at the end of a paragraph. */
function closeLeaf(leaf: string): string {
  const open: string[] = []
  const { end, shown, closer } = scan(leaf, open)
  const text = leaf.slice(0, end) + shown
  // A delimiter after a space closes nothing.
  const space = /\s*$/.exec(text)?.[0] ?? ''
  return text.slice(0, text.length - space.length) + closer + open.toReversed().join('') + space
}

/** Where a text is cut because of something that is not complete. */
interface Cut {
  /** Length of the part before it. */
  readonly end: number
  /** What is shown of it. */
  readonly shown: string
  /** What closes it. */
  readonly closer: string
}

/** Collects the delimiters of emphasis and the tags that are open, outermost first. */
function scan(leaf: string, open: string[]): Cut {
  let place = 0
  while (place < leaf.length) {
    const next = step(leaf, place, open)
    if (typeof next !== 'number') return next
    place = next
  }
  return { end: leaf.length, shown: '', closer: '' }
}

/** Returns where to go on, or where the text is cut. */
function step(text: string, place: number, open: string[]): number | Cut {
  switch (text[place]) {
    case '\\':
      return escapedOrFormula(text, place)
    case '`':
      return code(text, place)
    case '$':
      return dollars(text, place)
    case '*':
    case '_':
    case '~':
      return emphasis(text, place, open)
    case '<':
      return tag(text, place, open)
    case '[':
    case '!':
      return link(text, place)
    case ']':
    case 'h':
      return place + (ADDRESS.exec(text.slice(place))?.[0].length ?? 1)
    default:
      return place + 1
  }
}

/** The address of a link, or an address by itself: it has no emphasis. */
const ADDRESS = new RegExp(String.raw`^(?:\]\([^\n]*?\)|https?://(?:(?!${AFTER_ADDRESS})\S)*)`, 'u')

/** Shown in place of a formula or a picture that is not complete. */
const PLACEHOLDER = '…'

function escapedOrFormula(text: string, place: number): number | Cut {
  if (isLineStart(text, place) && ENVIRONMENT.test(text.slice(place, place + 40))) {
    const length = environmentLength(text, place)
    return length === 0 ? { end: place, shown: PLACEHOLDER, closer: '' } : place + length
  }
  const close = text[place + 1] === '(' ? '\\)' : text[place + 1] === '[' ? '\\]' : null
  return close === null ? place + 2 : past(text, place, close)
}

const ENVIRONMENT = new RegExp(`^${BEGIN_ENVIRONMENT}`)

function isLineStart(text: string, place: number): boolean {
  return text.slice(text.lastIndexOf('\n', place - 1) + 1, place).trim() === ''
}

/** Returns the end of a formula whose opening delimiter has two characters. */
function past(text: string, place: number, close: string): number | Cut {
  const end = text.indexOf(close, place + 2)
  return end === -1 ? { end: place, shown: PLACEHOLDER, closer: '' } : end + close.length
}

function dollars(text: string, place: number): number | Cut {
  if (text[place + 1] === '$') return past(text, place, '$$')
  // An amount of money is no formula; a formula that begins with a digit is shown when it is complete.
  if (/^\$(?:\s|\d|$)/.test(text.slice(place, place + 2))) return place + 1
  const end = text.indexOf('$', place + 1)
  return end === -1 ? { end: place, shown: PLACEHOLDER, closer: '' } : end + 1
}

function code(text: string, place: number): number | Cut {
  const run = runLength(text, place)
  for (let next = text.indexOf('`', place + run); next !== -1; next = text.indexOf('`', next + runLength(text, next)))
    if (runLength(text, next) === run) return next + run
  const content = text.slice(place + run).replace(/`+$/, '')
  if (content.trim() === '') return { end: place, shown: '', closer: '' }
  return { end: place + run + content.length, shown: '', closer: '`'.repeat(run) }
}

function runLength(text: string, place: number): number {
  let length = 1
  while (text[place + length] === text[place]) length += 1
  return length
}

function emphasis(text: string, place: number, open: string[]): number {
  const run = runLength(text, place)
  const mark = text[place] ?? ''
  const before = text[place - 1] ?? ' '
  const after = text[place + run] ?? ' '
  const isInWord = mark === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)
  if (isInWord || run > 3 || (mark === '~' && run !== 2)) return place + run
  const delimiter = mark.repeat(run)
  if (!/\s/.test(before) && open.includes(delimiter)) open.length = open.lastIndexOf(delimiter)
  else if (!/\s/.test(after)) open.push(delimiter)
  return place + run
}

const TAGS = new RegExp(String.raw`^<(/?)(${NAMES_IN_LINES})(?:\s[^<>]{0,200})?>`, 'i')

function tag(text: string, place: number, open: string[]): number {
  const found = TAGS.exec(text.slice(place, place + 220))
  if (found === null) return place + 1
  const closer = `</${(found[2] ?? '').toLowerCase()}>`
  if (found[1] === '') open.push(closer)
  else if (open.includes(closer)) open.length = open.lastIndexOf(closer)
  return place + found[0].length
}

/** An open link is its text, without brackets and address; an open picture is a placeholder. */
function link(text: string, place: number): number | Cut {
  const isPicture = text[place] === '!'
  const opening = isPicture ? place + 1 : place
  if (isPicture && opening === text.length) return { end: place, shown: '', closer: '' }
  if (text[opening] !== '[') return place + 1
  const close = text.indexOf(']', opening)
  const address = text.slice(close + 1)
  const isOpen = close === -1 || address === '' || (address.startsWith('(') && !/^\([^\n]*?\)/.test(address))
  if (!isOpen) return opening + 1
  if (isPicture) return { end: place, shown: PLACEHOLDER, closer: '' }
  const words = text.slice(opening + 1, close === -1 ? text.length : close)
  return { end: place, shown: shownLinkText(words), closer: '' }
}

/** The text of an open link is closed like any other; without its own links, since these cannot be nested. */
function shownLinkText(text: string): string {
  return closeLeaf(withoutUndecidedEnd(text.replaceAll(/!?\[/g, '')))
}
