import { expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import type { ThinkingBlock } from '../../../../src/shared/content.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { ThinkingLevel } from '../../../../src/shared/thinking-level.ts'
import type { ModelRequest } from '../../../../src/main/core/ports/provider-ports.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import type { VendorKey } from '../../../support/compatible-provider.ts'
import { deliver, frame, playAnswers } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'

function rendered(key: VendorKey, request: ModelRequest): JsonObject {
  const connection = { key: 'key', baseUrl: undefined, idleTimeoutMs: 1 }
  const body = createCompatibleProvider(VENDORS[key], connection).render(request)
  if (!isJsonObject(body)) throw new Error('a body that is no object')
  return body
}

/** What of a request is about thinking and its limit. */
function thinkingFields(key: VendorKey, model: string, thinkingLevel: ThinkingLevel): JsonObject {
  const body = rendered(key, helloRequest('openai', { model, thinkingLevel }))
  const wanted = ['reasoning', 'reasoning_effort', 'thinking', 'max_tokens', 'max_output_tokens', 'include']
  return Object.fromEntries(Object.entries(body).filter(([name]) => wanted.includes(name)))
}

const ENCRYPTED = { include: ['reasoning.encrypted_content'] }

it.each<[VendorKey, string, ThinkingLevel, JsonObject]>([
  ['xai', 'grok-4.3', 'none', { reasoning: { effort: 'none' }, max_output_tokens: 4096 }],
  ['xai', 'grok-4.3', 'high', { reasoning: { effort: 'high' }, ...ENCRYPTED }],
  ['xai', 'grok-4.7', 'none', { reasoning: { effort: 'low' }, ...ENCRYPTED }],
  ['xai', 'grok-4.7', 'med', { reasoning: { effort: 'medium' }, ...ENCRYPTED }],
  ['xai', 'grok-9', 'med', ENCRYPTED],
  ['meta', 'muse-spark-1.3', 'none', { reasoning: { effort: 'minimal' }, ...ENCRYPTED }],
  ['meta', 'muse-wonder-1.0', 'low', { reasoning: { effort: 'low' }, ...ENCRYPTED }],
  ['moonshot', 'kimi-k3', 'none', { reasoning_effort: 'low', max_tokens: 29_096 }],
  ['moonshot', 'kimi-k3.1-pro', 'med', { reasoning_effort: 'high', max_tokens: 29_096 }],
  ['moonshot', 'kimi-k2.6', 'none', { thinking: { type: 'disabled' }, max_tokens: 4096 }],
  ['moonshot', 'kimi-k2.6', 'low', { thinking: { type: 'enabled' }, max_tokens: 29_096 }],
  ['moonshot', 'kimi-k2.7-code', 'none', { max_tokens: 29_096 }],
  ['moonshot', 'kimi-k2-thinking', 'med', { max_tokens: 29_096 }],
  ['xai', 'grok-4', 'high', { include: ['reasoning.encrypted_content'] }],
  ['mistral', 'mistral-medium-latest', 'none', { reasoning_effort: 'none', max_tokens: 4096 }],
  ['mistral', 'mistral-medium-3.5', 'low', { reasoning_effort: 'high' }],
  ['mistral', 'mistral-large-4', 'med', { reasoning_effort: 'medium' }],
  ['mistral', 'mistral-large-latest', 'low', { reasoning_effort: 'low' }],
  ['mistral', 'magistral-medium-latest', 'none', { reasoning_effort: 'none', max_tokens: 4096 }],
  ['mistral', 'magistral-medium-latest', 'high', { reasoning_effort: 'high' }],
  ['mistral', 'magistral-medium-2509', 'high', {}],
  ['mistral', 'zai-glm-5-3', 'none', { reasoning_effort: 'low' }],
  ['mistral', 'deepseek-v4-1-flash', 'none', { reasoning_effort: 'none', max_tokens: 4096 }],
  ['mistral', 'voxtral-small-latest', 'med', { max_tokens: 4096 }],
  ['mistral', 'codestral-latest', 'high', { max_tokens: 4096 }],
  ['openrouter', 'openai/gpt-5', 'med', { reasoning: { effort: 'medium' } }],
  ['openrouter', 'openai/gpt-5', 'none', { reasoning: { effort: 'none' }, max_tokens: 4096 }],
  ['local', 'qwen3:8b', 'high', {}],
])('%s %s/%s asks for thinking as it is taken', (key, model, level, expected) => {
  expect(thinkingFields(key, model, level)).toEqual(expected)
})

it.each<[VendorKey, string, ThinkingLevel, readonly string[]]>([
  ['xai', 'grok-4.3', 'none', ['Thinking: disabled']],
  ['xai', 'grok-4.7', 'none', ['⚠ This model does not support disabling thinking', 'Thinking: low effort (minimum)']],
  ['moonshot', 'kimi-k3', 'med', ['Thinking: high effort, the nearest to medium that this model takes']],
  ['xai', 'grok-4', 'med', ['Thinking: always on']],
  ['xai', 'grok-4-0709', 'none', ['⚠ This model does not support disabling thinking', 'Thinking: always on']],
  ['xai', 'grok-4.1-fast-reasoning', 'low', ['Thinking: always on']],
  ['xai', 'grok-4.1-fast-non-reasoning', 'low', ['⚠ Thinking not supported by this model (ignored)']],
  ['moonshot', 'kimi-k2-thinking', 'med', ['Thinking: on']],
  ['moonshot', 'kimi-k2-thinking-turbo', 'none', ['⚠ This model does not support disabling thinking', 'Thinking: on']],
  ['moonshot', 'kimi-k2.6', 'med', ['Thinking: on']],
  [
    'mistral',
    'magistral-medium-2509',
    'none',
    ['⚠ This model does not support disabling thinking', 'Thinking: always on'],
  ],
  ['mistral', 'codestral-latest', 'med', ['⚠ Thinking not supported by this model (ignored)']],
  ['local', 'qwen3:8b', 'med', ['⚠ Thinking not supported by this model (ignored)']],
])('%s %s/%s says what it means', (key, model, level, expected) => {
  expect(VENDORS[key].thinking(model, level).feedback).toEqual(expected)
})

type ThinkingChange = Partial<Pick<ThinkingBlock, 'text' | 'provider_data'>>

/** A tool turn with thinking of the vendor's own, as the transcript gives it. */
function toolTurn(key: VendorKey, thinking: ThinkingChange = {}): ModelRequest {
  const stamp = { provider: VENDORS[key].name, model: 'm', endpoint: VENDORS[key].api }
  return helloRequest('openai', {
    model: 'm',
    system: ['Be brief.', '', 'Be kind.'],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'Hm.', ...stamp, ...thinking },
          { type: 'tool_call', id: 'call_1', name: 'read', arguments: { path: 'b', line: 1 }, ...stamp },
        ],
      },
      { role: 'tool', results: [{ callId: 'call_1', name: 'read', content: 'text', isError: false }] },
    ],
    tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
  })
}

const CALL = { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"b","line":1}' } }
const DETAILS = [{ format: 'anthropic-claude-v1', index: 0, signature: 'sig', text: 'Hm.', type: 'reasoning.text' }]

it.each<[string, VendorKey, ThinkingChange, JsonObject]>([
  ['words under reasoning_content', 'moonshot', {}, { content: null, reasoning_content: 'Hm.' }],
  ['never an empty reasoning_content', 'moonshot', { text: '' }, { content: null, reasoning_content: ' ' }],
  [
    'thinking as a part of the content',
    'mistral',
    {},
    { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] },
  ],
  [
    'details as they came',
    'openrouter',
    { provider_data: { details: DETAILS } },
    { content: null, reasoning_details: DETAILS },
  ],
  ['words alone under reasoning', 'openrouter', {}, { content: null, reasoning: 'Hm.' }],
  [
    'words under the name they came by',
    'local',
    { provider_data: { field: 'reasoning' } },
    { content: null, reasoning: 'Hm.' },
  ],
])('a tool turn goes back with its thinking: %s', (_, key, thinking, expected) => {
  expect(rendered(key, toolTurn(key, thinking))['messages']).toEqual([
    { role: 'system', content: 'Be brief.\n\nBe kind.' },
    { role: 'user', content: 'One\n\nTwo' },
    { role: 'assistant', ...expected, tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'call_1', content: 'text' },
  ])
})

it('Mistral gets no field that it does not know', () => {
  expect(Object.keys(rendered('mistral', toolTurn('mistral'))).toSorted()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'stream',
    'tools',
  ])
})

it('xAI is told the system prompt in a message, and nothing is stored there', () => {
  expect(rendered('xai', toolTurn('xai'))).toMatchObject({
    store: false,
    stream: true,
    input: [
      { type: 'message', role: 'system', content: 'Be brief.\n\nBe kind.' },
      { type: 'message', role: 'user' },
      { type: 'function_call', call_id: 'call_1', arguments: '{"path":"b","line":1}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'text' },
    ],
  })
})

it('asks OpenRouter once more with the least thinking when a model can’t be kept from it, and remembers', async () => {
  const refusal = { error: { code: 400, message: 'Reasoning is mandatory for this endpoint and cannot be disabled.' } }
  const chunk = { id: 'gen-1', model: 'm', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
  const playback = await playAnswers(
    (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)) && undefined,
    (response) => deliver(response, [frame(JSON.stringify(chunk))]),
  )
  const connection = { key: 'key', baseUrl: playback.url, idleTimeoutMs: 20_000 }
  const provider = createCompatibleProvider(VENDORS.openrouter, connection)
  const request = helloRequest('openai', { model: 'm', thinkingLevel: 'none' })
  await eventsOf(provider, request)
  await eventsOf(provider, request)
  await playback.stop()
  expect(playback.requests.map(({ body }) => body['reasoning'])).toEqual([
    { effort: 'none' },
    { effort: 'low' },
    { effort: 'low' },
  ])
})

it('a server on this machine gets no key that nobody gave', async () => {
  const playback = await playAnswers((response) => deliver(response, [Buffer.from('data: [DONE]\n\n')]))
  const connection = { key: '', baseUrl: playback.url, idleTimeoutMs: 20_000 }
  await eventsOf(createCompatibleProvider(VENDORS.local, connection), helloRequest('openai'))
  await playback.stop()
  expect(playback.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/chat/completions', undefined],
  ])
})
