import { convert } from 'html-to-text'

import { asText } from './output-collector.ts'
import { looksBinary } from './text-form.ts'

export type PageText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

const TEXT_TYPE = /^(text\/|application\/([\w.-]+\+)?(json|xml|javascript|yaml|toml)\b)/i
const HTML_TYPE = /^(text\/html|application\/xhtml\+xml)\b/i

/** Returns the text of a page: HTML without markup, scripts and images; other text unchanged. */
export function pageText(body: Buffer, contentType: string): PageText {
  if ((contentType !== '' && !TEXT_TYPE.test(contentType)) || looksBinary(body)) {
    const type = contentType === '' ? 'binary content' : contentType
    return { ok: false, message: `The page is not text (${type}, ${body.length} bytes).` }
  }
  const text = decode(body, contentType)
  return { ok: true, text: HTML_TYPE.test(contentType) || /^\s*<!doctype html/i.test(text) ? htmlText(text) : text }
}

function decode(body: Buffer, contentType: string): string {
  const charset = /charset="?([\w.:-]+)/i.exec(contentType)?.[1]
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body)
  } catch {
    // The charset is unknown.
    return asText(body)
  }
}

function htmlText(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 200, maxChildNodes: 20_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'nav', format: 'skip' },
      { selector: 'svg', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })
}
