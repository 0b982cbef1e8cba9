import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'

import { REHYPE_PLUGINS, REMARK_PLUGINS } from '../../../../src/renderer/parts/markdown-plugins.ts'

/** The HTML of a Markdown text as the window parses it, without the window's own components. */
export function drawnMarkdown(text: string): string {
  const options = { remarkPlugins: REMARK_PLUGINS, rehypePlugins: REHYPE_PLUGINS }
  return renderToStaticMarkup(createElement(Markdown, options, text))
}

/** The text of that HTML, as a reader sees it. */
export function drawnText(text: string): string {
  return drawnMarkdown(text)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
