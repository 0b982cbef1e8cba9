import { expect, it } from 'vitest'

import { type AppCall, appStep, askAnswer, MAX_HEIGHT } from '../../../src/renderer/history/tool-app-messages.ts'

const CALL: AppCall = {
  input: { city: 'Berlin' },
  result: { content: [{ type: 'text', text: 'Rain' }], isError: false },
  theme: 'dark',
  locale: 'en',
}
const NOTHING = { replies: [], height: null, ask: null }

const step = (message: object) => appStep({ jsonrpc: '2.0', ...message }, CALL)
const text = (words: string) => ({ role: 'user', content: [{ type: 'text', text: words }] })

it('introduces the host, with its theme, language and limits', () => {
  const { replies } = step({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: {} } })
  expect(replies).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      result: expect.objectContaining({
        protocolVersion: '2026-01-26',
        hostCapabilities: { openLinks: {}, message: { text: {} } },
        hostContext: expect.objectContaining({ theme: 'dark', locale: 'en' }),
      }),
    },
  ])
})

it('shows the call when the app is ready', () => {
  expect(step({ method: 'ui/notifications/initialized' }).replies).toEqual([
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: CALL.input } },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: CALL.result },
  ])
})

it('answers a ping', () => {
  expect(step({ id: 'a', method: 'ping' }).replies).toEqual([{ jsonrpc: '2.0', id: 'a', result: {} }])
})

it.each([
  'tools/call',
  'tools/list',
  'resources/read',
  'sampling/createMessage',
  'ui/update-model-context',
  'ui/download-file',
  'ui/request-display-mode',
  'toString',
])('does not allow %s', (method) => {
  const { replies, ask } = step({ id: 7, method, params: { name: 'bash', arguments: {} } })
  const error = { code: -32_601, message: `This host does not allow ${method}.` }
  expect({ replies, ask }).toEqual({ replies: [{ jsonrpc: '2.0', id: 7, error }], ask: null })
})

it.each([
  [300.4, 300],
  [1e9, MAX_HEIGHT],
  [-5, 48],
])('takes a height of %s as %s', (height, bounded) => {
  expect(step({ method: 'ui/notifications/size-changed', params: { height } })).toEqual({ ...NOTHING, height: bounded })
})

it.each([
  null,
  'text',
  [],
  { jsonrpc: '1.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: {}, method: 'ping' },
  { jsonrpc: '2.0', id: 'x'.repeat(201), method: 'ping' },
  { jsonrpc: '2.0', id: 1, method: 'x'.repeat(101) },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', method: 'tools/call', params: {} },
  { jsonrpc: '2.0', method: 'ui/message', params: text('hello') },
  { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: Number.NaN } },
  { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: '100vh' } },
  { jsonrpc: '2.0', method: 'ui/notifications/size-changed' },
])('ignores message %#', (message) => {
  expect(appStep(message, CALL)).toEqual(NOTHING)
})

it('asks the user before a page is opened, and says how it was decided', () => {
  const { replies, ask } = step({ id: 2, method: 'ui/open-link', params: { url: 'https://example.com/a' } })
  const request = { type: 'open', url: 'https://example.com/a', host: 'example.com' }
  expect({ replies, ask }).toEqual({ replies: [], ask: { id: 2, request } })
  if (ask === null) return
  expect(askAnswer(ask, true)).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  expect(askAnswer(ask, false)).toEqual({ jsonrpc: '2.0', id: 2, result: { isError: true } })
})

it('asks the user before a text becomes a prompt, and writes hidden characters out', () => {
  const { ask } = step({ id: 3, method: 'ui/message', params: text('Tell\u{202E} me') })
  expect(ask).toEqual({ id: 3, request: { type: 'prompt', text: 'Tell⟨U+202E⟩ me' } })
})

it.each([
  ['ui/open-link', { url: 'javascript:alert(1)' }],
  ['ui/open-link', { url: 'file:///etc/passwd' }],
  ['ui/open-link', { url: 'https://bank.example@evil.example/' }],
  ['ui/open-link', { url: `https://example.com/${'x'.repeat(2_000)}` }],
  ['ui/open-link', {}],
  ['ui/message', text('')],
  ['ui/message', text('x'.repeat(20_001))],
  ['ui/message', { ...text('hello'), role: 'assistant' }],
  ['ui/message', { role: 'user', content: [{ type: 'image', data: '' }] }],
  ['ui/message', { role: 'user', content: Array.from({ length: 51 }, () => ({ type: 'text', text: 'a' })) }],
  ['ui/initialize', null],
])('does not accept these parameters of %s (case %#)', (method, params) => {
  const { replies, ask } = step({ id: 4, method, params })
  expect(replies).toEqual([expect.objectContaining({ id: 4, error: expect.objectContaining({ code: -32_602 }) })])
  expect(ask).toBeNull()
})
