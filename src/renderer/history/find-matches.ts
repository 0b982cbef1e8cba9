interface TextPiece {
  readonly node: Text
  /** Position in the whole text. */
  readonly start: number
}

const BLOCKS = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, summary, blockquote, article, div'
/** Elements that are not part of the conversation: buttons, figures below a message, text for screen readers. */
const NOT_TEXT = 'button, footer, .visually-hidden, [aria-hidden="true"]'

/** Returns every occurrence of `query` under `root`, in reading order, ignoring case. */
export function findText(root: HTMLElement, query: string): readonly Range[] {
  if (query === '') return []
  const { text, pieces } = readText(root)
  const wanted = lowered(query)
  const ranges: Range[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const range = rangeOf(pieces, at, at + wanted.length)
    if (range !== null) ranges.push(range)
  }
  return ranges
}

/** Returns the text as displayed: pieces of one block are joined, blocks are separated. */
function readText(root: HTMLElement): { readonly text: string; readonly pieces: readonly TextPiece[] } {
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
    text += lowered(node.data)
  }
  return { text, pieces }
}

function rangeOf(pieces: readonly TextPiece[], start: number, end: number): Range | null {
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
