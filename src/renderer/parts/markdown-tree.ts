import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

import { rehypeSafeUrls, REHYPE_PLUGINS, REMARK_PLUGINS } from './markdown-plugins.ts'

/** Created once, because composing the plugins takes as long as parsing a short paragraph. */
const processor = unified()
  .use(remarkParse)
  .use(REMARK_PLUGINS)
  // `REHYPE_PLUGINS` decides what HTML in a text becomes.
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(REHYPE_PLUGINS)
  .use(rehypeSafeUrls)
  .freeze()

/** The result of parsing Markdown: the root of an HTML tree. It is shared and never changed. */
export type MarkdownTree = ReturnType<typeof parseMarkdown>

/** Parses Markdown. Some inputs take quadratic time: see `markdown-gate.ts`. */
export function parseMarkdown(source: string) {
  return processor.runSync(processor.parse(source))
}
