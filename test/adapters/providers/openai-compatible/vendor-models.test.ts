import { afterEach, expect, it } from 'vitest'

import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import type { VendorKey } from '../../../support/compatible-provider.ts'
import { playAnswers } from '../../../support/play-recording.ts'
import type { Playback } from '../../../support/play-recording.ts'
import { TEST_KEY } from '../../../support/provider-outcome.ts'

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

async function listed(key: VendorKey, status: number, body: object) {
  playback = await playAnswers((response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const connection = { key: TEST_KEY, baseUrl: playback.url, idleTimeoutMs: 20_000 }
  return createCompatibleProvider(VENDORS[key], connection).listModels(new AbortController().signal)
}

it.each<[VendorKey, readonly string[], readonly string[]]>([
  ['xai', ['grok-4.7', 'grok-2-image', 'grok-imagine'], ['grok-4.7']],
  [
    'mistral',
    ['mistral-large-4', 'mistral-embed', 'mistral-ocr-latest', 'mistral-moderation-latest'],
    ['mistral-large-4'],
  ],
  ['moonshot', ['kimi-k3', 'moonshot-v1-8k', 'other'], ['kimi-k3', 'moonshot-v1-8k']],
  ['openrouter', ['openai/o3'], ['openrouter/openai/o3']],
  ['local', ['qwen3:8b'], ['local/qwen3:8b']],
])('%s: of its list the models that chat, named as a user types them', async (key, ids, expected) => {
  const result = await listed(key, 200, { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })
  expect(result.ok && result.value.map(({ id }) => id)).toEqual(expected)
  expect(playback?.requests[0]?.path).toBe('/models')
})

it('takes over what a gateway or a local server tells of a model, and nothing else', async () => {
  const data = [{ id: 'openai/o3', name: 'OpenAI: o3', context_length: 200_000, pricing: { prompt: '0.000002' } }]
  expect(await listed('openrouter', 200, { data })).toEqual({
    ok: true,
    value: [
      {
        provider: 'openrouter',
        id: 'openrouter/openai/o3',
        name: 'OpenAI: o3',
        contextWindow: 200_000,
        maxOutput: null,
        prices: [],
        endsOn: null,
        thinking: null,
      },
    ],
  })
})

it('a list that fails is an error in words', async () => {
  expect(await listed('mistral', 401, { detail: 'Unauthorized' })).toMatchObject({
    ok: false,
    error: { category: 'AUTH', httpStatus: 401, message: expect.stringContaining('Mistral said: Unauthorized') },
  })
})

it('reads the prices in OpenRouter’s list, per million tokens, and takes none from the lists of others', async () => {
  const claude = { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' }
  const data = [
    { id: 'anthropic/claude-sonnet-4.6', pricing: { ...claude, input_cache_write: '0.00000375' } },
    { id: 'openai/gpt-6-sol', pricing: { prompt: '0.000002', completion: '0.00001', input_cache_write: '0.0000025' } },
    { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'a/free', pricing: { prompt: '0', completion: '0' } },
    { id: 'a/odd', pricing: { prompt: 'cheap', completion: '' } },
  ]
  const result = await listed('openrouter', 200, { data })
  expect(result.ok && result.value.map(({ prices }) => prices)).toEqual([
    [{ input: 3, output: 15, cachedInput: 0.3, cacheWrites: { '5m': 3.75, '1h': 6 } }],
    [{ input: 2, output: 10, cachedInput: null, cacheWrites: { unknown: 2.5 } }],
    [],
    [{ input: 0, output: 0, cachedInput: null }],
    [],
  ])
  const local = await listed('local', 200, { data })
  expect(local.ok && local.value.every(({ prices }) => prices.length === 0)).toBe(true)
})

const GOOD = { id: 'good', object: 'model' }

it.each<[string, object, readonly string[]]>([
  ['null', { data: [null, GOOD] }, ['local/good']],
  ['no id', { data: [{}, GOOD] }, ['local/good']],
  ['an id that is null', { data: [GOOD, { id: null }] }, ['local/good']],
  ['an empty id', { data: [{ id: '  ' }, GOOD] }, ['local/good']],
  ['an id that is a number', { data: [{ id: 7 }, GOOD] }, ['local/good']],
  ['an id with a line break', { data: [{ id: 'a\nb' }, GOOD] }, ['local/good']],
  ['an id that is endless', { data: [{ id: 'x'.repeat(10_000) }, GOOD] }, ['local/good']],
  ['a list', { data: [[], GOOD] }, ['local/good']],
  ['an id alone', { data: ['plain', GOOD] }, ['local/plain', 'local/good']],
  ['the same id twice', { data: [GOOD, GOOD] }, ['local/good']],
  ['odd facts', { data: [{ id: 'good', context_length: 'many', name: 3 }] }, ['local/good']],
  ['a name in place of an id', { models: [{ name: 'llama3:8b' }] }, ['local/llama3:8b']],
  ['no list around the rows', [GOOD], ['local/good']],
  ['rows by id', { data: { good: { owned_by: 'me' } } }, ['local/good']],
  ['no rows at all', { object: 'list', data: null }, []],
])('a row costs itself only: %s', async (_, body, expected) => {
  const result = await listed('local', 200, body)
  expect(result.ok && result.value.map(({ id }) => id)).toEqual(expected)
})

it('what is no list is an error', async () => {
  const result = await listed('local', 200, { hello: 'world' })
  expect(result).toMatchObject({
    ok: false,
    error: { message: 'Local sent no list of models. Is the base URL right?' },
  })
})
