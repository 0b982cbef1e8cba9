import { expect, it } from 'vitest'

import { appOfTool, toolApp } from '../../../src/main/adapters/tools/mcp/tool-app.ts'

const mimeType = 'text/html;profile=mcp-app'
const uri = 'ui://weather'

it.each([
  [{ ui: { resourceUri: uri } }, { uri, isForModels: true }],
  [{ 'ui/resourceUri': uri }, { uri, isForModels: true }],
  [{ ui: { resourceUri: uri, visibility: ['model', 'app'] } }, { uri, isForModels: true }],
  [{ ui: { resourceUri: uri, visibility: ['app'] } }, { uri, isForModels: false }],
  [{ ui: { resourceUri: 'https://evil.example' } }, { uri: null, isForModels: true }],
  [{ ui: 'ui://weather' }, { uri: null, isForModels: true }],
  [undefined, { uri: null, isForModels: true }],
])('reads the definition of a tool (case %#)', (meta, expected) => {
  expect(appOfTool(meta)).toEqual(expected)
})

it('returns the document as text or from bytes, with the addresses that it asks for', () => {
  const csp = {
    connectDomains: ['https://a.example'],
    resourceDomains: ['https://a.example', 'b\u{202E}'],
    frameDomains: 1,
  }
  expect(toolApp('s', { contents: [{ uri, mimeType, text: '<p>', _meta: { ui: { csp } } }] })).toEqual({
    ok: true,
    value: { html: '<p>', refused: ['https://a.example', 'b⟨U+202E⟩'] },
  })
  const only = { ui: { csp: { connectDomains: ['https://a.example'] } } }
  expect(toolApp('s', { contents: [{ uri, mimeType, text: '', _meta: only }] })).toMatchObject({
    value: { refused: ['https://a.example'] },
  })
  const blob = Buffer.from('<p>é').toString('base64')
  expect(toolApp('s', { contents: [{ uri, mimeType: 'Text/HTML; profile=mcp-app', blob }] })).toEqual({
    ok: true,
    value: { html: '<p>é', refused: [] },
  })
})

it.each([
  [[], 'returned no app'],
  [[{ uri, mimeType: 'text/html', text: '<p>' }], 'returned no app'],
  [[{ uri, mimeType, text: 'é'.repeat(2_100_000) }], 'too large: 4.2 MB, the limit is 4 MB'],
])('refuses other contents (case %#)', (contents, words) => {
  expect(toolApp('s', { contents })).toMatchObject({ ok: false, error: { message: expect.stringContaining(words) } })
})
