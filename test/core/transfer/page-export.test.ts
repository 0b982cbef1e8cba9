import { expect, it } from 'vitest'

import { markdownHtml } from '../../../src/main/adapters/export/markdown-page.ts'
import type { Conversation, ConversationMessage } from '../../../src/main/core/transfer/conversation/conversation.ts'
import { pageLines } from '../../../src/main/core/transfer/conversation/html-export.ts'
import { untyped } from '../../support/untyped.ts'

const AT = '2026-11-02T09:00:00.000Z'
let number = 0
const id = (): string => `m${(number += 1)}`
const user = (text: string, files: readonly object[] = []): ConversationMessage =>
  untyped({ id: id(), at: AT, by: 'user', text, files })
const model = (text: string, more: object = {}): ConversationMessage =>
  untyped({ id: id(), at: AT, by: 'model', text, thinking: '', model: 'gpt-5-mini', calls: [], ...more })

function page(...conversations: readonly (readonly ConversationMessage[])[]): string {
  const all = conversations.map((messages, index): Conversation => ({
    id: `a${index}`,
    name: `Agent ${index}`,
    folder: '',
    messages,
  }))
  return [...pageLines(all, markdownHtml)].join('\n')
}

/** Each is tried in every place where a page shows a text. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](https://example.org/track.png)',
  '"><svg onload=alert(1)>',
  '</style><script>1</script>',
  '<a href="https://example.org" onclick="alert(1)">x</a>',
  '```html\n<script>1</script>\n```',
  '[x]("onmouseover="alert(1))',
]

it.each(HOSTILE)('runs and loads nothing of %s, wherever it stands', (text) => {
  const file = { name: text, mediaType: 'image/svg+xml', base64: 'PHN2Zz4=', text: null }
  const typed = { name: text, mediaType: 'image/png" onload="x', base64: 'AAAA', text }
  const call = { id: text, name: text, input: text }
  const html = page(
    [user(text, [file, typed]), model(text, { thinking: text, model: text, calls: [call] })],
    [user(text), model('b')],
  )
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  for (const tag of tags) {
    expect(tag).toMatch(
      /^<(html|head|meta|title|style|body|h\d|main|article|header|time|p|pre|code|details|summary|div|section|strong|em|a|br|img|ul|ol|li|blockquote)\b/i,
    )
    expect(tag).not.toMatch(/\son[a-z]+\s*=/i)
    expect(tag).not.toMatch(/\s(src|href)="(?!https?:|mailto:|data:image\/(png|jpeg|gif|webp);base64,)/i)
  }
  expect(html).not.toMatch(/<img[^>]*src="https?:/i)
})

it('shows what conversations have in common once, and the rest side by side', () => {
  const same = [user('Which colour?'), user('And why?')]
  const html = page(
    [...same, model('Blue')],
    [...same.map((one) => ({ ...one, id: 'other' })), model('Red', { thinking: 'Warm.' })],
  )
  expect(html.match(/Which colour\?/g)).toHaveLength(1)
  expect(html).toMatch(
    /<main>[\s\S]*And why\?[\s\S]*<\/main>\n<div class="columns">\n<section><h2>Agent 0<\/h2>[\s\S]*Blue[\s\S]*<h2>Agent 1<\/h2>[\s\S]*Red/,
  )
  expect(html).toContain('<details><summary>Thinking</summary><pre>Warm.</pre></details>')
})

it('is one file: a strict policy, light and dark, pictures inside', () => {
  const picture = { name: 'dot.png', mediaType: 'image/png', base64: 'AAAA', text: null }
  const html = page([user('See', [picture]), model('**Bold** and `code`\n\n| a | b |\n| - | - |\n| 1 | 2 |')])
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;`)
  expect(html).toContain('color-scheme: light dark')
  expect(html).toContain('<img alt="dot.png" src="data:image/png;base64,AAAA">')
  expect(html).toContain('<strong>Bold</strong>')
  expect(html).toContain('<td>1</td>')
  expect(html).not.toContain('<script')
})
