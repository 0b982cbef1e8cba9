import { urlAttributes } from 'html-url-attributes'
import { defaultUrlTransform, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'

import { remarkFormulas } from './rich/formula-syntax.ts'
import { rehypeRichText } from './rich/rich-tree.ts'
import type { TreeNode } from './rich/tree-node.ts'

/** What is added to Markdown, in the window and in the worker alike. */
export const REMARK_PLUGINS: NonNullable<Options['remarkPlugins']> = [remarkGfm, remarkFormulas]
export const REHYPE_PLUGINS: NonNullable<Options['rehypePlugins']> = [rehypeRichText]

/** Pictures without scripts and links of their own. */
const EMBEDDED = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]+$/

/** Returns whether an address is a picture in the text itself, for which nothing is loaded. */
export function isEmbeddedPicture(url: string): boolean {
  return EMBEDDED.test(url)
}

/** A plugin for rehype: addresses with a protocol that is not known to be safe become empty. */
export function rehypeSafeUrls(): (tree: TreeNode) => void {
  return makeUrlsSafe
}

function makeUrlsSafe(node: TreeNode): void {
  for (const [key, value] of Object.entries(node.properties ?? {})) {
    const elements = urlAttributes[key]
    const isUrl = elements === null || elements?.includes(node.tagName ?? '') === true
    if (isUrl) node.properties = { ...node.properties, [key]: typeof value === 'string' ? safeUrl(value, node) : '' }
  }
  node.children?.forEach(makeUrlsSafe)
}

function safeUrl(url: string, { tagName }: TreeNode): string {
  return tagName === 'img' && isEmbeddedPicture(url) ? url : defaultUrlTransform(url)
}
