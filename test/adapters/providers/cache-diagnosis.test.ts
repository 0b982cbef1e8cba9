import { afterAll, beforeAll, expect, it } from 'vitest'

import { anthropicDiagnosis, openaiDiagnosis } from '../../../src/main/adapters/providers/cache-diagnosis.ts'
import type { ModelRequest, ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import { differsFromDiagnosis, isMissShown } from '../../../src/shared/cache-miss.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

let simulator: Simulator
beforeAll(async () => void (simulator = await startSimulator()))
afterAll(() => simulator.close())

it.each([
  ['nothing asked, or nothing missed', null, undefined],
  ['not compared in time', { cache_miss_reason: null }, undefined],
  [
    'a change',
    { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 7 } },
    { reason: 'tools_changed', tokens: 7 },
  ],
  [
    'no record',
    { cache_miss_reason: { type: 'previous_message_not_found' } },
    { reason: 'previous_message_not_found' },
  ],
])('reads what Anthropic says: %s', (_, said, expected) => {
  expect(anthropicDiagnosis(said)).toEqual(expected)
})

it.each([
  ['nothing', undefined, undefined],
  ['a hit', { type: 'cache_hit' }, { reason: 'hit' }],
  [
    'a miss',
    { type: 'cache_miss', reason: 'input_changed', cache_missed_tokens: 9 },
    { reason: 'input_changed', tokens: 9 },
  ],
  ['no comparison', { type: 'unavailable' }, { reason: 'unavailable' }],
])('reads what OpenAI says: %s', (_, said, expected) => {
  expect(openaiDiagnosis(said)).toEqual(expected)
})

it('differs from the comparison where both name a cause, and where only one finds a miss', () => {
  const miss = { cause: 'system', tokens: 5_000 } as const
  expect(differsFromDiagnosis(miss, { reason: 'tools_changed' })).toBe(true)
  expect(differsFromDiagnosis(miss, { reason: 'input_changed' })).toBe(false)
  expect(differsFromDiagnosis(miss, { reason: 'unavailable' })).toBe(false)
  expect(differsFromDiagnosis(miss, { reason: 'hit' })).toBe(true)
  expect(differsFromDiagnosis(null, { reason: 'messages_changed' })).toBe(true)
  expect(differsFromDiagnosis(null, { reason: 'hit' })).toBe(false)
})

it('says nothing of a fork that was made with another model, as long as the provider agrees', () => {
  const miss = { cause: 'model', tokens: 5_000 } as const
  const inherited = { ...miss, inherited: true } as const
  expect([miss, inherited].map(isMissShown)).toEqual([true, false])
  expect(differsFromDiagnosis(inherited, { reason: 'model_changed' })).toBe(false)
  expect(differsFromDiagnosis(inherited, { reason: 'tools_changed' })).toBe(true)
})

it.each([
  ['anthropic', 'claude-opus-4-6', 'msg_1', 'diagnostics: Extra inputs are not permitted', 'diagnostics'],
  ['openai', 'gpt-6-sol', 'resp_1', 'Unknown parameter: prompt_cache_options', 'prompt_cache_options'],
] as const)('asks %s no more after a refusal, and keeps the rest of the cache fields', async (...row) => {
  const [provider, model, comparedWith, message, field] = row
  const { provider: adapter } = await testModelAt(simulator, provider, model)
  const request: ModelRequest = {
    model,
    thinkingLevel: 'none',
    system: ['Be brief.'],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    maxOutputTokens: 100,
    cache: { key: 'root', lifetime: '5m', sharedSystem: 1, points: [0], comparedWith },
  }
  simulator.enqueue(provider, { type: 'failure', failure: { kind: 'bad_request', message } })
  for (let round = 0; round < 2; round += 1) {
    const events: ProviderEvent[] = []
    const stream = adapter.stream(request, { signal: new AbortController().signal, newToolCallId: () => 'call' })
    for await (const event of stream) events.push(event)
    expect(events.at(-1)?.type).toBe('done')
  }
  const sent = simulator.requests.filter((each) => each.host === provider)
  expect(sent.map(({ body }) => field in body)).toEqual([true, false, false])
  expect(sent.every(({ bodyText }) => /cache_control|prompt_cache_key/.test(bodyText))).toBe(true)
})
