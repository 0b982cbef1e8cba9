import { expect, it } from 'vitest'

import { type Counts, NO_DETAILS, type ResponseUsage, type UsageDetails } from '../../../src/shared/usage.ts'
import { USAGE_RECORDINGS, usageOfRecording } from '../../support/recorded-usage.ts'
import { deliver, frame, playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest, providerFor } from '../../support/provider-outcome.ts'

/** Input, output, thinking, cached, total; and what else was reported. */
type Expected = Partial<UsageDetails> & { readonly tokens: readonly [number, number, number, number, number] }

const NONE: Counts = {}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'anthropic/cache-read-and-write-code-execution': {
    tokens: [15097, 290, 19, 14714, 15387],
    cacheWrites: { '5m': 379 },
    serverTools: NONE,
    serviceTier: 'standard',
    region: 'global',
  },
  'anthropic/cache-read': {
    tokens: [7361, 4, 0, 7351, 7365],
    cacheWrites: NONE,
    serviceTier: 'standard',
    region: 'not_available',
  },
  'anthropic/cache-write-stream': { tokens: [1169, 201, 0, 0, 1370], cacheWrites: { '5m': 1165 } },
  'anthropic/cache-write': {
    tokens: [7361, 4, 0, 0, 7365],
    cacheWrites: { '5m': 7351 },
    serviceTier: 'standard',
    region: 'not_available',
  },
  'anthropic/code-execution-cache': {
    tokens: [9632, 198, 0, 6289, 9830],
    cacheWrites: { '5m': 3068, unknown: 269 },
    serverTools: NONE,
    serviceTier: 'standard',
    region: 'global',
  },
  'anthropic/effort-xhigh': {
    tokens: [13, 44, 33, 0, 57],
    cacheWrites: NONE,
    serviceTier: 'standard',
    region: 'global',
  },
  'anthropic/web-fetch': {
    tokens: [7172, 144, 0, 0, 7316],
    cacheWrites: NONE,
    serverTools: { web_fetch: 1 },
    serviceTier: 'standard',
    region: 'global',
  },
  'anthropic/web-search': {
    tokens: [9447, 114, 0, 0, 9561],
    cacheWrites: NONE,
    serverTools: { web_search: 1 },
    serviceTier: 'standard',
    region: 'not_available',
  },
  'deepseek/deepseek-web-search': { tokens: [29386, 1450, 733, 15872, 30836], serviceTier: 'default' },
  'gemini/cache-explicit': { tokens: [3520, 44, 42, 3512, 3564], inputModalities: NONE, serviceTier: 'standard' },
  'gemini/cache-implicit': { tokens: [345, 37, 0, 230, 382], inputModalities: { document: 258 } },
  'gemini/code-execution': {
    tokens: [234, 209, 87, 0, 443],
    inputModalities: NONE,
    serviceTier: 'standard',
    contextTokens: 85,
  },
  'gemini/image-out': {
    tokens: [9, 1290, 0, 0, 1299],
    inputModalities: NONE,
    outputModalities: { image: 1290 },
    serviceTier: 'on_demand',
  },
  'gemini/video-youtube': {
    tokens: [4610, 101, 0, 0, 4711],
    inputModalities: { video: 3096, audio: 1500 },
    outputModalities: NONE,
  },
  'gemini/web-search': {
    tokens: [119, 653, 412, 0, 772],
    serverTools: { google_search: 1 },
    inputModalities: NONE,
    contextTokens: 17,
  },
  'mistral/cache-read': { tokens: [268, 5, 0, 224, 273] },
  'mistral/image-behind-tool-message': { tokens: [160, 106, 0, 0, 266], serviceTier: 'standard' },
  'ollama/ollama-image': { tokens: [785, 95, 0, 0, 880] },
  'openai-chat/audio-user': {
    tokens: [64, 9, 0, 0, 73],
    inputModalities: { audio: 44 },
    outputModalities: NONE,
    serviceTier: 'default',
  },
  'openai-chat/cache-read': {
    tokens: [4020, 4, 0, 4012, 4024],
    cacheWrites: NONE,
    inputModalities: NONE,
    outputModalities: NONE,
    serviceTier: 'default',
  },
  'openai-chat/cache-write': {
    tokens: [4020, 4, 0, 0, 4024],
    cacheWrites: { unknown: 4012 },
    inputModalities: NONE,
    outputModalities: NONE,
    serviceTier: 'default',
  },
  'openai-chat/service-tier': {
    tokens: [8, 11, 0, 0, 19],
    inputModalities: NONE,
    outputModalities: NONE,
    serviceTier: 'priority',
  },
  'openai-responses/cache-read': {
    tokens: [4020, 5, 0, 4012, 4025],
    cacheWrites: NONE,
    serverTools: NONE,
    serviceTier: 'default',
  },
  'openai-responses/cache-write': {
    tokens: [4020, 5, 0, 0, 4025],
    cacheWrites: { unknown: 4012 },
    serverTools: NONE,
    serviceTier: 'default',
  },
  'openai-responses/web-search-gpt56': {
    tokens: [8576, 52, 32, 0, 8628],
    cacheWrites: { unknown: 4418 },
    serverTools: { web_search: 1 },
    serviceTier: 'default',
  },
  'openrouter/cache-read-and-write': {
    tokens: [2649, 100, 0, 2569, 2749],
    cacheWrites: { unknown: 79 },
    inputModalities: NONE,
    outputModalities: NONE,
    cost: 0.00256995,
  },
  'openrouter/cache-write-responses': {
    tokens: [4020, 5, 0, 0, 4025],
    cacheWrites: { unknown: 4012 },
    serviceTier: 'default',
    cost: 0.025265,
  },
  'openrouter/cache-write': {
    tokens: [2572, 63, 0, 0, 2635],
    cacheWrites: { unknown: 2569 },
    inputModalities: NONE,
    outputModalities: NONE,
    cost: 0.01058775,
  },
  'openrouter/pdf-file-annotation': {
    tokens: [31, 80, 64, 0, 111],
    inputModalities: NONE,
    outputModalities: NONE,
    cost: 0.00216775,
  },
  'openrouter/web-search': {
    tokens: [8174, 30, 0, 0, 8204],
    cacheWrites: NONE,
    serverTools: { web_search: 1 },
    inputModalities: NONE,
    outputModalities: NONE,
    serviceTier: 'default',
    cost: 0.0133176,
  },
  'xai/image-behind-function-output': {
    tokens: [631, 223, 159, 192, 854],
    serviceTier: 'default',
    contextTokens: 631,
    cost: 0.00114465,
  },
  'xai/web-search': {
    tokens: [5689, 444, 245, 2048, 6133],
    serverTools: { web_search: 2 },
    serviceTier: 'default',
    contextTokens: 4640,
    cost: 0.01607085,
  },
  'xai/web-search-next-turn': {
    tokens: [4963, 45, 40, 1024, 5008],
    serviceTier: 'default',
    contextTokens: 4963,
    cost: 0.00524105,
  },
}

function expectedUsage({ tokens, ...details }: Expected): ResponseUsage {
  const [inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens] = tokens
  return { inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens, ...NO_DETAILS, ...details }
}

it('expects something of every recording', () => {
  expect(USAGE_RECORDINGS.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
})

it.each(Object.entries(EXPECTED))('%s: everything that has a price is kept', (name, expected) => {
  expect(usageOfRecording(name)).toEqual(expectedUsage(expected))
})

it('splits what Anthropic wrote for five minutes and for an hour', async () => {
  const cache_creation = { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 2000 }
  const usage = { input_tokens: 3, cache_creation_input_tokens: 2100, cache_creation, speed: 'fast', output_tokens: 1 }
  const told = await startedWith({ type: 'message_start', message: { id: 'msg_1', model: 'claude', usage } })
  expect(told).toMatchObject({ inputTokens: 2103, cacheWrites: { '5m': 100, '1h': 2000 }, speed: 'fast' })
})

/** The usage in the first event of an answer that is cut behind its first event. */
async function startedWith(event: object): Promise<unknown> {
  const playback = await playAnswers((response) => deliver(response, [frame(JSON.stringify(event))]))
  try {
    const events = await eventsOf(providerFor('anthropic', playback), helloRequest('anthropic'))
    expect(events.at(-1)?.type).toBe('error')
    const [start] = events
    return start?.type === 'start' ? start.usage : undefined
  } finally {
    await playback.stop()
  }
}
