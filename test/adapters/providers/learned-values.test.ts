import type { ServerResponse } from 'node:http'

import { afterEach, describe, expect, it } from 'vitest'

import { createAnthropicProvider } from '../../../src/main/adapters/providers/anthropic/anthropic-provider.ts'
import { createGoogleProvider } from '../../../src/main/adapters/providers/google/google-provider.ts'
import { LearnedFacts } from '../../../src/main/adapters/providers/learned-facts.ts'
import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import type { ProviderConnection } from '../../../src/main/adapters/providers/provider-connection.ts'
import { createOpenaiProvider } from '../../../src/main/adapters/providers/openai/openai-provider.ts'
import type { ModelRequest, Provider } from '../../../src/main/core/ports/provider-ports.ts'
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts'
import { VENDORS } from '../../support/compatible-provider.ts'
import { type Playback, playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../support/provider-outcome.ts'

let playback: Playback | undefined

afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

const CREATE: Readonly<Record<string, (connection: ProviderConnection) => Provider>> = {
  openai: createOpenaiProvider,
  anthropic: createAnthropicProvider,
  google: createGoogleProvider,
  xai: (connection) => createCompatibleProvider(VENDORS.xai, connection),
  meta: (connection) => createCompatibleProvider(VENDORS.meta, connection),
  mistral: (connection) => createCompatibleProvider(VENDORS.mistral, connection),
  moonshot: (connection) => createCompatibleProvider(VENDORS.moonshot, connection),
  openrouter: (connection) => createCompatibleProvider(VENDORS.openrouter, connection),
}

/** Refuses the first request with these words, and answers the others with an error that ends the stream. */
async function bodiesOf(provider: string, words: string, asked: readonly ModelRequest[], facts = new LearnedFacts()) {
  const refuse = (status: number, message: string) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: status } }))
  }
  const answers = [refuse(400, words), ...Array.from({ length: 5 }, () => refuse(401, 'enough'))]
  playback = await playAnswers(...answers)
  const made = CREATE[provider]?.({ key: 'key', baseUrl: playback.url, idleTimeoutMs: 20_000, facts })
  if (made === undefined) throw new Error(`no ${provider}`)
  const said: (readonly string[])[] = []
  for (const request of asked) {
    await eventsOf(made, request)
    said.push(made.leftOut?.(request) ?? [])
  }
  return { bodies: playback.requests.map(({ body }) => body), said }
}

const PLACES = [
  ['reasoning', 'effort'],
  ['reasoning_effort'],
  ['output_config', 'effort'],
  ['generationConfig', 'thinkingConfig', 'thinkingLevel'],
  ['generationConfig', 'thinkingConfig', 'thinkingBudget'],
] as const

function levelIn(body: JsonObject): unknown {
  return PLACES.map((path) =>
    path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), body),
  ).find((value) => value !== undefined)
}

describe('a refused level is corrected once, remembered and told', () => {
  it.each<[string, string, ModelRequest['thinkingLevel'], string, readonly unknown[], string]>([
    [
      'openai',
      'gpt-5.1',
      'none',
      "Supported values are: 'low', 'medium', and 'high'. reasoning.effort",
      ['none', 'low', 'low'],
      'thinking_off',
    ],
    [
      'openai',
      'gpt-5.1',
      'none',
      "Supported values are: 'minimal' and 'low'. reasoning.effort",
      ['none', 'minimal', 'minimal'],
      'thinking_off',
    ],
    [
      'openai',
      'gpt-9-sol',
      'med',
      "Unsupported value: 'medium'. Supported values are: 'high'. reasoning.effort",
      ['medium', 'high', 'high'],
      'thinking_level',
    ],
    [
      'anthropic',
      'claude-opus-5',
      'max',
      'output_config.effort: "max" is not supported on this model. Supported levels: low, medium, high',
      ['max', 'high', 'high'],
      'thinking_level',
    ],
    [
      'google',
      'gemini-4-neon',
      'xhigh',
      'Thinking level XHIGH is not supported for this model. Supported levels: LOW, MEDIUM, HIGH.',
      ['XHIGH', 'HIGH', 'HIGH'],
      'thinking_level',
    ],
    [
      'google',
      'gemini-2.5-flash',
      'none',
      'The thinking budget 0 is invalid. Please choose a value between 512 and 24576.',
      [0, 512, 512],
      'thinking_off',
    ],
    [
      'xai',
      'grok-4.3',
      'none',
      'Invalid reasoning effort none: must be one of low, medium, high',
      ['none', 'low', 'low'],
      'thinking_off',
    ],
    [
      'meta',
      'muse-spark-1.3',
      'max',
      "Unsupported value: 'max'. Supported values are: 'minimal', 'low', 'medium', 'high'. reasoning.effort",
      ['max', 'high', 'high'],
      'thinking_level',
    ],
    [
      'mistral',
      'mistral-small-latest',
      'none',
      "reasoning_effort: Input should be 'low' or 'high'",
      ['none', 'low', 'low'],
      'thinking_off',
    ],
    [
      'moonshot',
      'kimi-k3',
      'low',
      'invalid reasoning_effort, only supports high, max',
      ['low', 'high', 'high'],
      'thinking_level',
    ],
    [
      'openrouter',
      'm',
      'none',
      'Reasoning is mandatory for this endpoint and cannot be disabled.',
      ['none', 'low', 'low'],
      'thinking_off',
    ],
  ])('%s %s/%s', async (provider, model, thinkingLevel, words, levels, part) => {
    const request = helloRequest('openai', { model, thinkingLevel })
    const { bodies, said } = await bodiesOf(provider, words, [request, request])
    expect(bodies.map(levelIn)).toEqual(levels)
    expect(said).toEqual([[part], [part]])
  })
})

it('leaves the room of thinking where thinking cannot be disabled', async () => {
  const request = helloRequest('openai', { model: 'gpt-5.1', thinkingLevel: 'none' })
  const words = "Unsupported value: 'none' is not supported. Supported values are: 'low' and 'high'. reasoning.effort"
  const { bodies } = await bodiesOf('openai', words, [request])
  expect(bodies.map((body) => body['max_output_tokens'])).toEqual([4_096, undefined])
})

it('learns of one model only, and tells what it learned to other instances', async () => {
  const facts = new LearnedFacts()
  const words = "Supported values are: 'low' and 'high'. reasoning.effort"
  const first = helloRequest('openai', { model: 'gpt-5.1', thinkingLevel: 'none' })
  const other = helloRequest('openai', { model: 'gpt-5.2', thinkingLevel: 'none' })
  const { bodies } = await bodiesOf('openai', words, [first, other], facts)
  expect(bodies.map(levelIn)).toEqual(['none', 'low', 'none'])
  const connection = { key: 'key', baseUrl: playback?.url, idleTimeoutMs: 20_000, facts }
  const rendered = createOpenaiProvider(connection).render(first)
  expect(isJsonObject(rendered) ? levelIn(rendered) : null).toBe('low')
})

it('obeys no second refusal of the same value within one request', async () => {
  const request = helloRequest('openai', { model: 'gpt-9', thinkingLevel: 'low' })
  const refuse = (message: string) => (response: ServerResponse) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
  }
  playback = await playAnswers(
    refuse("Supported values are: 'high'. reasoning.effort"),
    refuse("Supported values are: 'medium'. reasoning.effort"),
    refuse("Supported values are: 'low'. reasoning.effort"),
  )
  const provider = createOpenaiProvider({ key: 'key', baseUrl: playback.url, idleTimeoutMs: 20_000 })
  const events = await eventsOf(provider, request)
  expect(playback.requests.map(({ body }) => levelIn(body))).toEqual(['low', 'high'])
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { category: 'INVALID_REQUEST' } })
})
