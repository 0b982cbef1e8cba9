import type { Conversation, ConversationFile, ConversationMessage } from './conversation.ts'

/** The style of an exported page. Colours follow the system of whoever opens it. */
const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem; max-width: 48rem; font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #16181a); color: light-dark(#1c1f21, #e6e8ea); }
body:has(.columns) { max-width: none; }
body:has(.columns) > main { max-width: 48rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; }
article { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
article.user, article.system { padding: .5rem 1rem; border-radius: .5rem; background: light-dark(#f1f3f2, #22262a); }
header { color: light-dark(#5a6266, #a0a8ad); font-size: .85rem; }
time { margin-inline-start: .5rem; }
pre { overflow-x: auto; white-space: pre-wrap; padding: .75rem; border-radius: .375rem; background: light-dark(#f6f7f7, #1d2124); }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
img { max-width: 100%; } table { border-collapse: collapse; } td, th { padding: .25rem .5rem; border: 1px solid light-dark(#d5dadc, #3a4146); }
a { color: light-dark(#1f6f4a, #7fd0a5); } summary { cursor: pointer; }
.columns { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(20rem, 1fr); gap: 1.5rem; overflow-x: auto; }
@media print { details > pre { white-space: pre-wrap; } .columns { overflow: visible; } }
`

/** Returns Markdown as HTML that runs and loads nothing. */
export type MarkdownHtml = (text: string) => string

/** What a page may do: nothing but show itself and the pictures in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * Yields a page that shows conversations: what they have in common once, then each in a column of its own. It has no
 * script and loads nothing; light or dark follows from the reader's system.
 */
export function* pageLines(conversations: readonly Conversation[], markdown: MarkdownHtml): Generator<string> {
  const [first, ...others] = conversations
  if (first === undefined) return
  const title = escapeHtml(first.name)
  yield '<!doctype html>'
  yield '<html><head><meta charset="utf-8">'
  yield `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`
  yield '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
  yield `<title>${title}</title><style>${PAGE_STYLE}</style></head><body><h1>${title}</h1>`
  const shared = others.length === 0 ? first.messages.length : commonLength(conversations)
  yield '<main>'
  for (const message of first.messages.slice(0, shared)) yield article(message, markdown)
  yield '</main>'
  if (others.length > 0) {
    yield '<div class="columns">'
    for (const { name, messages } of conversations) {
      yield `<section><h2>${escapeHtml(name)}</h2>`
      for (const message of messages.slice(shared)) yield article(message, markdown)
      yield '</section>'
    }
    yield '</div>'
  }
  yield '</body></html>'
}

/** How many messages all of them begin with. */
function commonLength(conversations: readonly Conversation[]): number {
  const keys = conversations.map(({ messages }) => messages.map((message) => JSON.stringify({ ...message, id: '' })))
  const [first = [], ...others] = keys
  const differs = first.findIndex((key, index) => others.some((other) => other[index] !== key))
  return differs === -1 ? first.length : differs
}

const TITLES = { system: 'System prompt', user: 'User', tool: 'Result' } as const

function article(message: ConversationMessage, markdown: MarkdownHtml): string {
  const who = message.by === 'model' ? escapeHtml(message.model) : TITLES[message.by]
  const time = `<time datetime="${escapeHtml(message.at)}">${escapeHtml(message.at.slice(0, 16).replace('T', ' '))}</time>`
  return `<article class="${message.by}"><header>${who} ${time}</header>${bodyOf(message, markdown)}</article>`
}

function bodyOf(message: ConversationMessage, markdown: MarkdownHtml): string {
  if (message.by === 'system') return markdown(message.text)
  if (message.by === 'user') return `${markdown(message.text)}${message.files.map(fileHtml).join('')}`
  if (message.by === 'tool') {
    const summary = `${message.isError ? 'Error of' : 'Result of'} ${message.name}`
    return `${folded(summary, message.text)}${message.files.map(fileHtml).join('')}`
  }
  const thinking = message.thinking === '' ? '' : folded('Thinking', message.thinking)
  return `${thinking}${markdown(message.text)}${message.calls.map(({ name, input }) => folded(name, input)).join('')}`
}

function folded(summary: string, text: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary><pre>${escapeHtml(text)}</pre></details>`
}

/** Kinds of pictures that run nothing. SVG is none of them. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function fileHtml({ name, mediaType, base64, text }: ConversationFile): string {
  if (base64 !== null && PICTURES.has(mediaType)) {
    return `<img alt="${escapeHtml(name)}" src="data:${mediaType};base64,${base64}">`
  }
  return text === null ? `<p class="file">${escapeHtml(name)}</p>` : folded(name, text)
}

/** A text as the content of an element or of an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
