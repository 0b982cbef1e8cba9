import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { textAnswer } from './answer.ts'
import { asks } from './conversation-texts.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { SIMULATED_HOSTS } from './wire-format.ts'
import { postRequest } from './post-request.ts'
import { readWithSdk } from './read-with-sdk.ts'

let simulator: Simulator

beforeEach(async () => {
  simulator = await startSimulator()
})

afterEach(() => simulator.close())

it('gives queued answers in order, then what answerWith says, then its own', async () => {
  simulator.enqueue('anthropic', textAnswer('first'))
  simulator.enqueue('anthropic', textAnswer('second'))
  simulator.enqueue('openai', textAnswer('for another host'))
  simulator.answerWith((request) => (request.index < 3 ? textAnswer(`third, to ${request.model}`) : undefined))
  const texts: string[] = []
  for (let turn = 0; turn < 4; turn++) texts.push((await readWithSdk(simulator, 'anthropic')).text)
  expect(texts).toEqual(['first', 'second', 'third, to claude-haiku-4-5', 'Hello from the provider simulator.'])
})

it('keeps a queued answer, and a paused stream, for the request that it is meant for', async () => {
  const held = (text: string) => textAnswer(text, { holdAfterEvents: 0 })
  simulator.enqueue('anthropic', held('for the second'), ({ index }) => index === 1)
  simulator.enqueue('anthropic', held('for the first'), asks('hello'))
  const second = simulator.streamHeld(({ index }) => index === 1)
  const first = readWithSdk(simulator, 'anthropic')
  const later = simulator.nextRequest().then(() => readWithSdk(simulator, 'anthropic'))
  const stream = await second
  stream.release()
  const { text } = await later
  const other = await simulator.streamHeld()
  other.release()
  expect([text, stream.request.index, (await first).text]).toEqual(['for the second', 1, 'for the first'])
})

it('keeps every request without its key', async () => {
  const waiting = simulator.nextRequest()
  await readWithSdk(simulator, 'gemini')
  const { headers, bodyText, ...request } = await waiting
  expect(request).toEqual({
    index: 0,
    host: 'google',
    wire: 'gemini',
    path: '/v1/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
    model: 'gemini-3.8-flash',
    stream: true,
    version: 'v1',
    rejectedBy: undefined,
    body: {
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
    },
  })
  expect(JSON.parse(bodyText)).toEqual(request.body)
  expect(JSON.stringify(headers)).not.toContain('a-key')
  expect(simulator.requests).toHaveLength(1)
})

it('holds a stream at a point until the test releases it', async () => {
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [
      { type: 'text', text: 'one' },
      { type: 'hold', name: 'middle' },
      { type: 'text', text: 'two' },
    ],
  })
  let seen = 0
  const reading = readWithSdk(simulator, 'anthropic', { onEvent: (events) => (seen = events) })
  const held = await simulator.streamHeld()
  const seenWhileHeld = seen
  held.release()
  const { text, events } = await reading
  expect([held.name, text, seenWhileHeld < events]).toEqual(['middle', 'onetwo', true])
  expect((await simulator.streamEnded()).outcome).toBe('completed')
})

it('notices a client that leaves a held stream', async () => {
  simulator.enqueue('openai', textAnswer('never read', { holdAfterEvents: 1 }))
  const stop = new AbortController()
  const reading = readWithSdk(simulator, 'responses', { signal: stop.signal })
  await simulator.streamHeld()
  stop.abort()
  await reading
  expect((await simulator.streamEnded()).outcome).toBe('client_left')
})

it('ends held streams when it is closed', async () => {
  const own = await startSimulator()
  own.enqueue('openai', textAnswer('never read', { holdAfterEvents: 1 }))
  const reading = readWithSdk(own, 'chat')
  await own.streamHeld()
  await own.close()
  expect((await reading).error).toBeInstanceOf(Error)
})

it('lists its models as each provider does', async () => {
  const anthropic = new Anthropic({ apiKey: 'a-key', baseURL: simulator.baseUrls.anthropic })
  const openai = new OpenAI({ apiKey: 'a-key', baseURL: simulator.baseUrls.openai })
  const google = new GoogleGenAI({ apiKey: 'a-key', httpOptions: { baseUrl: simulator.baseUrls.google } })
  const found = {
    anthropic: (await anthropic.models.list()).data.find(({ id }) => id === 'claude-haiku-4-5')?.max_tokens,
    openai: (await openai.models.list()).data.some(({ id }) => id === 'gpt-5.5'),
    google: (await google.models.list()).page.find(({ name }) => name === 'models/gemini-3.8-flash')?.inputTokenLimit,
  }
  expect(found).toEqual({ anthropic: 64_000, openai: true, google: 1_048_576 })
})

it.each(SIMULATED_HOSTS.filter((host) => host !== 'anthropic' && host !== 'google'))(
  'speaks Chat Completions and Responses for %s',
  async (host) => {
    const client = new OpenAI({ apiKey: 'a-key', baseURL: simulator.baseUrls[host], maxRetries: 0 })
    const model = host === 'openai' ? 'gpt-4o' : 'any-model'
    for (let turn = 0; turn < 2; turn++) simulator.enqueue(host, textAnswer('Hello from here.'))
    let chat = ''
    const messages = [{ role: 'user', content: 'hi' }] as const
    for await (const chunk of await client.chat.completions.create({ model, messages: [...messages], stream: true })) {
      chat += chunk.choices[0]?.delta.content ?? ''
    }
    let responses = ''
    for await (const event of await client.responses.create({ model, input: 'hi', stream: true })) {
      if (event.type === 'response.output_text.delta') responses += event.delta
    }
    expect([chat, responses]).toEqual(['Hello from here.', 'Hello from here.'])
  },
)

it.each([
  ['xai', { reasoning_content: 'Hm.' }],
  ['moonshot', { reasoning_content: 'Hm.' }],
  ['mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }],
  [
    'openrouter',
    { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', format: 'unknown', index: 0 }] },
  ],
] as const)('puts thoughts where %s has them', async (host, delta) => {
  simulator.enqueue(host, { type: 'script', blocks: [{ type: 'thinking', text: 'Hm.' }] })
  const body = { model: 'any-model', stream: true, messages: [{ role: 'user', content: 'hi' }] }
  const { text } = await postRequest(simulator, { host, wire: 'chat', body })
  expect(text).toContain(JSON.stringify({ index: 0, delta, logprobs: null, finish_reason: null }))
})

it('counts xAI’s completion tokens without the reasoning', async () => {
  const usage = { inputTokens: 10, outputTokens: 30, thinkingTokens: 20 }
  simulator.enqueue('xai', { type: 'script', blocks: [{ type: 'text', text: 'Hi.' }], usage })
  const body = {
    model: 'grok-4.7',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'hi' }],
  }
  const { text } = await postRequest(simulator, { host: 'xai', wire: 'chat', body })
  expect(text).toContain('"usage":{"prompt_tokens":10,"completion_tokens":10,"total_tokens":40,')
})

it('answers an unknown path and a body that is no JSON in few words', async () => {
  const base = simulator.baseUrls.anthropic
  const statuses = [
    await fetch(`${base}/v2/messages`, { method: 'POST' }),
    await fetch(`${base}/v1/messages`, { method: 'POST', body: 'hello', headers: { authorization: 'Bearer a-key' } }),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([404, 400])
})

it('tells a child process where it is', () => {
  const environment = simulator.environment()
  expect(environment).toMatchObject({
    ANTHROPIC_API_KEY: 'simulator-key',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${simulator.port}`,
    OPENAI_BASE_URL: `http://127.0.0.1:${simulator.port}/v1`,
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${simulator.port}`,
  })
})
