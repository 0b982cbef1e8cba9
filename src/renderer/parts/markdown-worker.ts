import { parseMarkdown, type MarkdownTree } from './markdown-tree.ts'
import { cutTables } from './rich/table-cells.ts'
import { WORKER_READY } from './timed-worker.ts'

/** Maximum number of elements. Rendering more causes a noticeable pause. */
const MAX_NODES = 4_000
/** Maximum depth of elements that every browser lays out. */
const MAX_DEPTH = 100

function isDrawable(tree: MarkdownTree): boolean {
  let count = 0
  const stack: { readonly node: object; readonly depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    count += 1
    if (count > MAX_NODES || next.depth > MAX_DEPTH) return false
    const { depth } = next
    if ('children' in next.node && Array.isArray(next.node.children))
      for (const child of next.node.children) if (isNode(child)) stack.push({ node: child, depth: depth + 1 })
  }
  return true
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    const tree = parseMarkdown(data)
    cutTables(tree)
    self.postMessage({ tree: isDrawable(tree) ? tree : null })
  } catch {
    // The text is nested too deep for the parser's stack.
    self.postMessage({ tree: null })
  }
})
self.postMessage(WORKER_READY)
