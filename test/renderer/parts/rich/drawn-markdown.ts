import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { isValidElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

import { parseMarkdown } from '../../../../src/renderer/parts/markdown-tree.ts'

/** The HTML of a Markdown text as the window parses it, without the window's own components. */
export function drawnMarkdown(text: string): string {
  const element: unknown = toJsxRuntime(parseMarkdown(text), { Fragment, jsx, jsxs })
  return renderToStaticMarkup(isValidElement(element) ? element : null)
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
