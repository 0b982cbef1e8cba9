import { urlAttributes } from 'html-url-attributes'
import { defaultUrlTransform } from 'react-markdown'

import type { TreeNode } from './tree-node.ts'

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
