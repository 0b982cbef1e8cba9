import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CachePlan, ModelRequest, TranscriptMessage } from '../../../src/main/core/ports/provider-ports.ts'
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts'
import { PROVIDER_NAMES, type ApiProviderName } from '../../../src/shared/providers.ts'
import { wireModelName } from '../../../src/shared/model-spec.ts'
import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../support/compatible-provider.ts'
import { playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest, TEST_KEY } from '../../support/provider-outcome.ts'
import { withoutMarks } from '../../support/provider-simulator/conversation-prefix.ts'
import { objectsOf, textOf } from '../../support/provider-simulator/read-json.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { testModelAt } from '../../support/simulated-models.ts'
import { assistant, results, tool, user } from '../../support/transcript-builders.ts'

/** What providers are sent for their prompt caches. Every request is also judged by the strict simulator. */

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

const ROOT = '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c'
const CALL = { type: 'tool_call', name: 'read', arguments: {} } as const
const MESSAGES: readonly TranscriptMessage[] = [
  user('One'),
  assistant({ type: 'text', text: 'Reading.' }, { ...CALL, id: 'callaaaa1' }, { ...CALL, id: 'callaaaa2' }),
  results('callaaaa1', 'callaaaa2'),
  assistant({ type: 'text', text: 'Done.' }),
  user('Two'),
]
const PLAN: CachePlan = { key: ROOT, lifetime: '5m', sharedSystem: 1, points: [2, 3, 4] }

/** Sends a request and returns its body as it arrived. */
async function sentTo(name: ApiProviderName, changes: Partial<ModelRequest>, model?: string): Promise<JsonObject> {
  const testModel = await testModelAt(simulator, name, model)
  const defaults = { model: wireModelName(testModel.choice), messages: MESSAGES, tools: [tool] }
  const request = helloRequest('openai', { ...defaults, system: ['Be brief.', 'You are one.'], ...changes })
  expect((await eventsOf(testModel.provider, request)).at(-1)).toMatchObject({ type: 'done' })
  const last = simulator.requests.at(-1)
  expect(last?.rejectedBy).toBeUndefined()
  return last?.body ?? {}
}

/** The texts of what is marked, with the lifetime. */
function marksIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(marksIn)
  if (!isJsonObject(value)) return []
  const { cache_control: mark, ...rest } = value
  if (!isJsonObject(mark)) return Object.values(rest).flatMap(marksIn)
  return [
    [rest['text'] ?? rest['content'] ?? rest['name'], mark['ttl']].filter((part) => typeof part === 'string').join(' '),
  ]
}

/** All that a model of OpenAI reads, in order. */
function textsIn({ instructions, input }: JsonObject): string {
  const items = objectsOf(input).map(({ content, output, arguments: values }) => {
    const parts = objectsOf(content ?? output).map(({ text }) => textOf(text))
    return parts.length === 0 ? textOf(content ?? output ?? values) : parts.join('')
  })
  return [textOf(instructions), ...items].filter((text) => text !== '').join('|')
}

describe('Anthropic', () => {
  it('is marked the shared system prompt and the points of the plan', async () => {
    const body = await sentTo('anthropic', { cache: PLAN })
    expect(marksIn(body)).toEqual(['Be brief.', 'result 1', 'Done.', 'Two'])
    const long = await sentTo('anthropic', { cache: { ...PLAN, lifetime: '1h' } })
    expect(marksIn(long)).toEqual(['Be brief. 1h', 'result 1 1h', 'Done. 1h', 'Two 1h'])
  })

  it('is marked the tools where no part of the system prompt is shared', async () => {
    const body = await sentTo('anthropic', { cache: { ...PLAN, sharedSystem: 0 } })
    expect(marksIn(body['tools'])).toEqual(['read'])
    expect(marksIn(body)).toHaveLength(4)
  })

  it('is marked no thinking: the mark moves to the block before it', async () => {
    const thinking = { type: 'thinking', text: 'Hm.', provider: 'anthropic', endpoint: 'messages' } as const
    const testModel = await testModelAt(simulator, 'anthropic', 'claude-opus-5-5')
    const signed = { ...thinking, endpoint: testModel.provider.endpoint, provider_data: { signature: 'sig' } }
    const messages = [user('One'), assistant({ type: 'text', text: 'Hi.' }, signed), user('Two')]
    const body = testModel.provider.render(
      helloRequest('anthropic', { model: 'claude-opus-5-5', messages, cache: { ...PLAN, points: [1, 2] } }),
    )
    expect(JSON.stringify(body)).toContain('"signature":"sig"')
    expect(marksIn(body)).toEqual(['Hi.', 'Two'])
  })

  it('is the same bytes without the marks as a request that has none', async () => {
    const marked = await sentTo('anthropic', { cache: { ...PLAN, lifetime: '1h' } })
    const plain = await sentTo('anthropic', {})
    const mark = ',"cache_control":{"type":"ephemeral","ttl":"1h"}'
    expect(JSON.stringify(marked).replaceAll(mark, '')).toBe(JSON.stringify(plain))
  })
})

describe('OpenRouter', () => {
  it('marks Claude like Anthropic, and names the conversation', async () => {
    const body = await sentTo('openrouter', { cache: { ...PLAN, lifetime: '1h' } })
    expect(marksIn(body)).toEqual(['Be brief. 1h', 'result 1 1h', 'Done. 1h', 'Two 1h'])
    expect(body['session_id']).toBe(ROOT)
  })

  it('keeps the form of a message of Claude when the marks move on', async () => {
    const early = await sentTo('openrouter', { cache: PLAN, messages: MESSAGES.slice(0, 3) })
    const late = await sentTo('openrouter', { cache: { ...PLAN, points: [4] } })
    const mark = ',"cache_control":{"type":"ephemeral"}'
    const bytes = [early, late].map(({ messages }) => JSON.stringify(messages).replaceAll(mark, '').slice(0, -1))
    expect(bytes[1]?.startsWith(bytes[0] ?? '-')).toBe(true)
  })

  it('marks only the system prompt for Gemini, and nothing for other models', async () => {
    const gemini = await sentTo('openrouter', { cache: PLAN }, 'openrouter/google/gemini-3.8-flash')
    const gpt = await sentTo('openrouter', { cache: PLAN }, 'openrouter/openai/gpt-5.4')
    expect([marksIn(gemini), marksIn(gpt)]).toEqual([['Be brief.'], []])
  })
})

describe('OpenAI', () => {
  /** The texts of what is marked, with the lifetime. */
  const breakpointsIn = (body: JsonObject) =>
    objectsOf(body['input']).flatMap(({ content, output }) =>
      [...objectsOf(content), ...objectsOf(output)].flatMap(({ text, prompt_cache_breakpoint: mark }) =>
        isJsonObject(mark) ? [`${textOf(text)} ${textOf(mark['ttl'])}`.trim()] : [],
      ),
    )

  it('marks the shared system prompt and the points before the end, for 12 hours where they are asked for', async () => {
    const body = await sentTo('openai', { cache: { ...PLAN, points: [0, 3, 4] } }, 'gpt-6-sol')
    expect(breakpointsIn(body)).toEqual(['Be brief.', 'One'])
    expect(body['prompt_cache_options']).toBeUndefined()
    const long = await sentTo('openai', { cache: { ...PLAN, points: [0, 4], lifetime: '12h' } }, 'gpt-6-sol')
    expect(breakpointsIn(long)).toEqual(['Be brief. 12h', 'One 12h'])
    expect(long['prompt_cache_options']).toEqual({ ttl: '12h' })
  })

  it('is sent no mark before gpt-5.6, and instructions in their own field', async () => {
    const body = await sentTo('openai', { cache: { ...PLAN, lifetime: '12h' } }, 'gpt-5.5')
    expect([breakpointsIn(body), body['instructions'], body['prompt_cache_options']]).toEqual([
      [],
      'Be brief.\n\nYou are one.',
      undefined,
    ])
  })

  it('is sent the same texts in the same order, whatever is marked', async () => {
    const plain = await sentTo('openai', {}, 'gpt-6-sol')
    const random = seededRandom(46)
    for (let round = 0; round < 40; round += 1) {
      const points = [0, 1, 2, 3, 4].filter(() => random() < 0.5).slice(-3)
      const lifetime = random() < 0.5 ? '30m' : '12h'
      const plan = { ...PLAN, points, lifetime, sharedSystem: Math.floor(random() * 3) } as const
      const marked = await sentTo('openai', { cache: plan }, 'gpt-6-sol')
      expect(textsIn(marked)).toBe(textsIn(plain))
    }
  })

  it('begins a longer request with the bytes of a shorter one, when the marks move on', async () => {
    const early = await sentTo('openai', { cache: PLAN, messages: MESSAGES.slice(0, 3) }, 'gpt-6-sol')
    const late = await sentTo('openai', { cache: { ...PLAN, points: [0, 3, 4] } }, 'gpt-6-sol')
    const [before = '', after = ''] = [early, late].map(({ input }) => withoutMarks(JSON.stringify(input)).slice(0, -1))
    expect(after.startsWith(before)).toBe(true)
  })

  it.each([
    ['gpt-5.4', '24h'],
    ['gpt-5.4-mini', '24h'],
    ['gpt-5', '24h'],
    ['gpt-5.1', '24h'],
    ['gpt-4.1', '24h'],
    ['gpt-5.5', undefined],
    ['gpt-5.6-sol', undefined],
    ['gpt-6-sol', undefined],
    ['gpt-5-pro', undefined],
    ['gpt-4o', undefined],
    ['o3', undefined],
  ])('%s: one key for the tree, retention %s', async (model, retention) => {
    const body = await sentTo('openai', { cache: PLAN }, model)
    expect([body['prompt_cache_key'], body['prompt_cache_retention']]).toEqual([ROOT, retention])
  })
})

it.each(['xai', 'mistral'] as const)('%s gets one key for the tree', async (name) => {
  expect((await sentTo(name, { cache: PLAN }))['prompt_cache_key']).toBe(ROOT)
})

it.each(['google', 'meta', 'moonshot', 'local'] as const)('%s is sent no field that it might refuse', async (name) => {
  const [planned, plain] = [await sentTo(name, { cache: PLAN }), await sentTo(name, {})]
  expect(planned).toEqual(plain)
})

it.each(PROVIDER_NAMES)('%s is sent no cache field without a plan', async (name) => {
  expect(JSON.stringify(await sentTo(name, {}))).not.toMatch(/cache|session_id/)
})

it('drops the fields where a server refuses them, and remembers that for the model', async () => {
  const refusal = { error: { message: 'Unsupported parameter: prompt_cache_key', code: 400 } }
  const chunk = { id: 'gen-1', model: 'm', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
  const playback = await playAnswers((response, { body }) => {
    const status = body['prompt_cache_key'] === undefined ? 200 : 400
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
    response.end(status === 400 ? JSON.stringify(refusal) : `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  const connection = { key: TEST_KEY, baseUrl: playback.url, idleTimeoutMs: 20_000 }
  const provider = createCompatibleProvider(VENDORS.mistral, connection)
  for (const model of ['m', 'm', 'other']) {
    const events = await eventsOf(provider, helloRequest('openai', { model, thinkingLevel: 'none', cache: PLAN }))
    expect(events.at(-1)).toMatchObject({ type: 'done' })
  }
  await playback.stop()
  const keys = playback.requests.map(({ body }) => [body['model'], body['prompt_cache_key'] !== undefined])
  expect(keys).toEqual([
    ['m', true],
    ['m', false],
    ['m', false],
    ['other', true],
    ['other', false],
  ])
})
