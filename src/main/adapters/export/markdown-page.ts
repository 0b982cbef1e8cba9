import { Marked } from 'marked'

/** Only these schemes are links in a page that others open. */
const LINK = /^(https?:|mailto:)/i

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      return LINK.test(href) ? `<a href="${escaped(href)}" rel="noopener noreferrer">${words}</a>` : words
    },
    // Nothing is loaded from elsewhere.
    image: ({ href, text }) => `${escaped(text)} (${escaped(href)})`,
  },
})

/** Longest text that is read as Markdown, in UTF-16 units; a longer one is shown as it is. */
const MAX_MARKDOWN = 200_000

/** Returns Markdown as HTML without tags, scripts and pictures of the text itself. Never throws. */
export function markdownHtml(text: string): string {
  try {
    const html = text.length > MAX_MARKDOWN ? null : marked.parse(text)
    return typeof html === 'string' ? html : `<pre>${escaped(text)}</pre>`
  } catch {
    return `<pre>${escaped(text)}</pre>`
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
