import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

import { remarkBareLinks } from './rich/bare-links.ts'
import { remarkFormulas } from './rich/formula-syntax.ts'
import { remarkPaths } from './rich/path-syntax.ts'
import { rehypeRichText } from './rich/rich-tree.ts'
import { rehypeSafeUrls } from './rich/safe-urls.ts'

/**
 * For the window and its worker alike. Created once, because composing the plugins takes as long as parsing a short
 * paragraph.
 */
const processor = unified()
  .use(remarkParse)
  // One tilde means *about* or *to* in answers; only two strike text.
  .use(remarkGfm, { singleTilde: false })
  .use(remarkFormulas)
  // After the formulas, so that it comes before them.
  .use(remarkPaths)
  .use(remarkBareLinks)
  // Kept as it is written: `rehypeRichText` decides what becomes of HTML.
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRichText)
  .use(rehypeSafeUrls)
  .freeze()

/** The result of parsing Markdown: the root of an HTML tree. It is shared and never changed. */
export type MarkdownTree = ReturnType<typeof parseMarkdown>

/** Parses Markdown. Some inputs take quadratic time: see `markdown-gate.ts`. */
export function parseMarkdown(source: string) {
  return processor.runSync(processor.parse(source), { value: source })
}
