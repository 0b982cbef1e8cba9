import { withHarmlessTags } from './harmless-tags.ts'
import { markTable } from './table-cells.ts'
import type { TreeNode } from './tree-node.ts'

/** Elements that get the direction of their own text from the browser. */
const DIRECTED = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'summary'])
/** Elements of these, for which the browser would not look at the text of those. */
const CONTAINERS = new Set(['ul', 'ol', 'li', 'blockquote', 'table'])

/**
 * A plugin for rehype: harmless tags become elements, text gets its own direction, and the cells of tables say how they
 * are aligned.
 */
export function rehypeRichText(): (tree: TreeNode) => void {
  return enrich
}

function enrich(node: TreeNode): void {
  if (node.children === undefined) return
  node.children = withHarmlessTags(node)
  for (const child of node.children) enrich(child)
  if (node.tagName === 'table') markTable(node)
  const dir = direction(node)
  if (dir !== null) node.properties = { ...node.properties, dir }
}

/** Null: the element has the direction of what is around it. */
function direction(node: TreeNode): 'auto' | 'ltr' | 'rtl' | null {
  if (DIRECTED.has(node.tagName ?? '')) return 'auto'
  if (!CONTAINERS.has(node.tagName ?? '')) return null
  const letter = firstLetter(node)
  return letter === null ? 'auto' : RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

function firstLetter(node: TreeNode): string | null {
  if (node.value !== undefined) return /\p{L}/u.exec(node.value)?.[0] ?? null
  for (const child of node.children ?? []) {
    const letter = firstLetter(child)
    if (letter !== null) return letter
  }
  return null
}
