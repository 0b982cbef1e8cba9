import { continuesWords } from './continues-words.ts'
import { parseMarkdown, type MarkdownTree } from './markdown-tree.ts'

/** What was parsed last. */
interface Parsed {
  readonly text: string
  readonly closed: string
  readonly tree: MarkdownTree
  /** Where the last words of the tree end, in `text` and in `closed`. Null if more words may change more than those. */
  readonly end: number | null
}

/**
 * Creates a parser for one block of Markdown that grows. `closed` is its text with the end closed. If only words were
 * appended, they are added to the last tree, with the same result as parsing all of it.
 */
export function createGrowingParser(): (text: string, closed: string) => MarkdownTree {
  let last: Parsed | null = null
  return (text, closed) => {
    if (last === null) last = parsed(text, closed)
    else if (last.text !== text || last.closed !== closed) last = continued(last, text, closed) ?? parsed(text, closed)
    return last.tree
  }
}

function parsed(text: string, closed: string): Parsed {
  const tree = parseMarkdown(closed)
  const end = text.trimEnd().length
  return { text, closed, tree, end: lastTextEnd(tree.children) === end ? end : null }
}

/** Null: more than words was appended. */
function continued({ text: before, closed: closedBefore, tree, end }: Parsed, text: string, closed: string) {
  if (end === null || !text.startsWith(before) || !continuesWords(before, text.slice(before.length))) return null
  const newEnd = text.trimEnd().length
  const words = text.slice(end, newEnd)
  // What closes the text follows the words, as before.
  const expected = closedBefore.slice(0, end) + words + closedBefore.slice(end).trimEnd()
  if (closed.trimEnd() !== expected) return null
  return { text, closed, tree: { ...tree, children: withWords(tree.children, words) }, end: newEnd }
}

type Child = MarkdownTree['children'][number]

/** Elements that depend on more than the text in them, or whose text has another source. */
const NOT_WORDS = new Set(['code', 'pre', 'a', 'table'])

/** Returns where the last text ends in its source; null if it is in no ordinary element, or was not in the source. */
function lastTextEnd(children: readonly Child[]): number | null {
  const last = children[lastIndex(children)]
  if (last?.type === 'text') return last.position?.end.offset ?? null
  return last?.type === 'element' && !NOT_WORDS.has(last.tagName) ? lastTextEnd(last.children) : null
}

/** The index of the last child that is no line break between elements. */
function lastIndex(children: readonly Child[]): number {
  return children.findLastIndex((child) => child.type !== 'text' || child.value.trim() !== '')
}

function withWords<Some extends Child>(children: readonly Some[], words: string): Some[] {
  const last = lastIndex(children)
  return children.map((child, index) => {
    if (index !== last) return child
    if (child.type === 'text') return { ...child, value: child.value + words }
    return child.type === 'element' ? { ...child, children: withWords(child.children, words) } : child
  })
}
