/** A text node, and where it stands in the text of what contains it. */
export interface TextPiece {
  readonly node: Text
  /** Position in the whole text. */
  readonly start: number
}

const BLOCKS = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, summary, blockquote, article, div'
/** Elements that are not part of the conversation: buttons, figures below a message, text for screen readers. */
const NOT_TEXT = 'button, footer, .visually-hidden, [aria-hidden="true"]'

/** Returns every occurrence of one of the terms under `root`, in reading order, ignoring case. */
export function findText(root: HTMLElement, terms: readonly string[]): readonly Range[] {
  if (terms.length === 0) return []
  const { text, pieces } = readText(root)
  return occurrences(lowered(text), terms.map(lowered)).flatMap(({ start, end }) => rangeOf(pieces, start, end) ?? [])
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns where the terms occur, in order; of two that overlap the one that begins first. Empty terms occur nowhere. */
export function occurrences(text: string, terms: readonly string[]): readonly Span[] {
  const found: Span[] = []
  for (const term of terms.filter((each) => each !== '')) {
    for (let start = text.indexOf(term); start !== -1; start = text.indexOf(term, start + term.length)) {
      found.push({ start, end: start + term.length })
    }
  }
  let reached = 0
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < reached) return false
      reached = end
      return true
    })
}

/** Returns the text as displayed: pieces of one block are joined, blocks are separated. */
export function readText(root: HTMLElement): { readonly text: string; readonly pieces: readonly TextPiece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const pieces: TextPiece[] = []
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(NOT_TEXT) != null) continue
    const own = node.parentElement?.closest(BLOCKS) ?? null
    if (own !== block) text += '\n'
    block = own
    pieces.push({ node, start: text.length })
    text += node.data
  }
  return { text, pieces }
}

/** Returns the range of a part of that text; null: there is none. */
export function rangeOf(pieces: readonly TextPiece[], start: number, end: number): Range | null {
  const first = pieces.findLast((piece) => piece.start <= start)
  const last = pieces.findLast((piece) => piece.start < end)
  if (first === undefined || last === undefined) return null
  const range = new Range()
  range.setStart(first.node, start - first.start)
  range.setEnd(last.node, end - last.start)
  return range
}

/** Returns the text in lower case; unchanged if that would change its length and thereby the positions. */
function lowered(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}
