import type { TreeNode } from './tree-node.ts'

/** Elements of HTML that a model may write: they load nothing, run nothing and look like nothing of the window. */
const IN_LINES = 'b i u s em strong code sub sup kbd mark abbr ins del'.split(' ')
const BETWEEN_BLOCKS = ['details', 'summary']
const PAIRED = new Set([...IN_LINES, ...BETWEEN_BLOCKS])
/** Elements that may contain blocks. Others contain lines, in which `hr` and `details` are not possible. */
const HOLDS_BLOCKS = new Set([undefined, 'blockquote', 'li', 'details'])

/** Their names as a part of a pattern, for texts that still grow. */
export const NAMES_IN_LINES = IN_LINES.join('|')
const SINGLE = 'br|hr'

/** A tag, or a comment. Attributes are read over: nothing of them reaches the page, apart from `open` of `details`. */
const TAG = new RegExp(
  String.raw`<!--[\s\S]*?-->|</?(?:${[...PAIRED].join('|')})(?:\s[^<>]*)?>|<(?:${SINGLE})(?:\s[^<>]*)?/?>`,
  'gi',
)
const OPEN = /^<details\s(?:[^<>]*\s)?open(?:[\s=>]|$)/i

type Piece = { readonly type: 'node'; readonly node: TreeNode } | { readonly type: 'tag'; readonly written: string }

interface OpenElement {
  /** The tag as it was written; empty for the parent itself. */
  readonly written: string
  readonly name: string
  readonly children: TreeNode[]
}

/**
 * Returns the children of a node, with pairs of harmless tags as elements. Comments are left out. Everything
 * else of HTML stays literal text: tags without their counterpart, and all other elements.
 */
export function withHarmlessTags(parent: TreeNode): TreeNode[] {
  const children = parent.children ?? []
  if (!children.some((child) => child.type === 'raw')) return children
  const open: OpenElement[] = [{ written: '', name: '', children: [] }]
  for (const piece of children.flatMap(pieces)) place(piece, open, HOLDS_BLOCKS.has(parent.tagName))
  leaveLiteral(open, 0)
  return open[0]?.children ?? []
}

function pieces(node: TreeNode): Piece[] {
  if (node.type !== 'raw') return [{ type: 'node', node }]
  const text = node.value ?? ''
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(TAG)) {
    if (match.index > end) found.push(literal(text.slice(end, match.index)))
    if (!match[0].startsWith('<!--')) found.push({ type: 'tag', written: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) found.push(literal(text.slice(end)))
  return found
}

function literal(value: string): Piece {
  return { type: 'node', node: { type: 'text', value } }
}

function place(piece: Piece, open: OpenElement[], holdsBlocks: boolean): void {
  if (piece.type === 'node') return add(open, piece.node)
  const { written } = piece
  const name = /\w+/.exec(written)?.[0].toLowerCase() ?? ''
  const asText = () => add(open, { type: 'text', value: written })
  if (!isPossible(name, open, holdsBlocks)) return asText()
  if (!PAIRED.has(name)) return add(open, element(name, {}, []))
  if (!written.startsWith('</')) return void open.push({ written, name, children: [] })
  const index = open.findLastIndex((each) => each.name === name)
  if (index === -1) return asText()
  leaveLiteral(open, index)
  const closed = open.pop()
  const properties = OPEN.test(closed?.written ?? '') ? { open: true } : {}
  add(open, element(name, properties, closed?.children ?? []))
}

function isPossible(name: string, open: readonly OpenElement[], holdsBlocks: boolean): boolean {
  if (name === 'summary') return open.some((each) => each.name === 'details')
  if (name !== 'hr' && name !== 'details') return true
  return holdsBlocks && open.every((each) => each.name === '' || each.name === 'details')
}

/** The open tags after this one have no counterpart: they become text, and their children follow them. */
function leaveLiteral(open: OpenElement[], index: number): void {
  const remaining = open[index]?.children
  for (const left of open.splice(index + 1)) {
    remaining?.push({ type: 'text', value: left.written })
    for (const child of left.children) remaining?.push(child)
  }
}

function add(open: readonly OpenElement[], node: TreeNode): void {
  open.at(-1)?.children.push(node)
}

function element(tagName: string, properties: Record<string, unknown>, children: TreeNode[]): TreeNode {
  return { type: 'element', tagName, properties, children }
}
