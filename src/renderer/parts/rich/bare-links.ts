import type { TreeNode } from './tree-node.ts'

/** A node of the tree of Markdown, before it becomes HTML. */
interface MarkdownNode extends Omit<TreeNode, 'children'> {
  readonly url?: string
  readonly title?: string | null
  readonly position?: { readonly start: { readonly offset?: number | undefined } } | undefined
  children?: MarkdownNode[]
}

/** An address by itself. A letter before it makes it a part of a word. */
const ADDRESS = /(?<![a-z])(?:https?:\/\/|www\.)[^\s<]+/i

/**
 * What ends an address, whose own punctuation is that of ASCII: spaces and punctuation of any script, and in its host
 * also the first letter of another script.
 */
export const AFTER_ADDRESS = String.raw`[^\P{P}\x00-\x7f]|[\p{Z}]|[<>"\u{ff00}-\u{ff0f}\u{ff1a}-\u{ff20}]`
const END = new RegExp(AFTER_ADDRESS, 'u')
const HOST_END = /^(?:https?:\/\/)?\p{ASCII}*?\.[a-z]{2,}(?=\P{ASCII})/iv
const HOST = /^(?:https?:\/\/)?[^/?#]*/i

/** Punctuation of the sentence, which GitHub's Markdown does not count to an address either. */
const TRAILING = /[?!.,:;*_~'"]+$/

/**
 * A plugin for remark: links that are written as addresses only end where a reader of any script ends them. GitHub's
 * Markdown ends them at a space, which some scripts do not use: then the sentence becomes a part of the link, and of its
 * host, which leads elsewhere.
 */
export function remarkBareLinks(): (tree: MarkdownNode, file: { readonly value: unknown }) => void {
  return (tree, file) => cutLinks(tree, String(file.value))
}

function cutLinks(node: MarkdownNode, source: string): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => {
    if (isBare(child, source)) return pieces(child.children?.[0]?.value ?? '')
    cutLinks(child, source)
    return [child]
  })
}

/** Whether a link has no brackets in the source. Addresses of mail have no spaces of other scripts either. */
function isBare({ type, url = '', children = [], position }: MarkdownNode, source: string): boolean {
  const [text] = children
  if (type !== 'link' || children.length !== 1 || text?.type !== 'text' || text.value === undefined) return false
  const begins = position?.start.offset
  return url.endsWith(text.value) && !url.startsWith('mailto:') && !/[[<]/.test(source[begins ?? -1] ?? '')
}

function pieces(text: string): MarkdownNode[] {
  const found = ADDRESS.exec(text)
  if (found === null) return text === '' ? [] : [{ type: 'text', value: text }]
  const address = wholeAddress(found[0])
  const before = text.slice(0, found.index)
  const link = {
    type: 'link',
    title: null,
    url: /^www\./i.test(address) ? `http://${address}` : address,
    children: [{ type: 'text', value: address }],
  }
  return [...pieces(before), link, ...pieces(text.slice(found.index + address.length))]
}

function wholeAddress(text: string): string {
  const host = HOST_END.exec(HOST.exec(text)?.[0] ?? '')?.[0]
  const cut = (host ?? text).split(END)[0] ?? ''
  return withoutClosing(cut.replace(TRAILING, ''))
}

/** A closing parenthesis belongs to the address only if it is opened there. */
function withoutClosing(text: string): string {
  let end = text
  while (end.endsWith(')') && end.split(')').length > end.split('(').length)
    end = end.slice(0, -1).replace(TRAILING, '')
  return end
}
