import { afterEach, expect, it } from 'vitest'

import { accumulateResponse } from '../../../../src/main/core/conversation/turn-accumulator.ts'
import { LearnedFacts } from '../../../../src/main/adapters/providers/learned-facts.ts'
import { createCompatibleProvider } from '../../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import { VENDORS } from '../../../support/compatible-provider.ts'
import { playAnswers, type Playback } from '../../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'

/** The same thing in another place is the same thing: thinking, text, calls and usage of servers that wrap them otherwise. */

let playback: Playback | undefined
afterEach(async () => {
  await playback?.stop()
  playback = undefined
})

type Chunk = object

async function answered(chunks: readonly Chunk[], facts = new LearnedFacts()) {
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  playback = await playAnswers((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${text}data: [DONE]\n\n`)
  })
  const connection = { key: '', baseUrl: playback.url, idleTimeoutMs: 20_000, facts }
  const provider = createCompatibleProvider(VENDORS.local, connection)
  const events = await eventsOf(provider, helloRequest('openai', { model: 'm' }))
  const choice = { provider: 'local', model: 'local/m', thinkingLevel: 'none' } as const
  const { content, data } = accumulateResponse(events, { choice, endpoint: provider.endpoint, cost: () => null })
  return { provider, events, content, data }
}

const delta = (fields: object, finish: string | null = null): Chunk => ({
  id: 'c',
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
})
const END = delta({}, 'stop')
const CALL = { type: 'tool_call', name: 'bash', arguments: { command: 'ls' } }
const called = { function: { name: 'bash', arguments: '{"command":"ls"}' } }

it.each<[string, readonly Chunk[]]>([
  ['reasoning_content', [delta({ reasoning_content: 'hm' }), delta({ content: 'Hi' }), END]],
  ['reasoning', [delta({ reasoning: 'hm' }), delta({ content: 'Hi' }), END]],
  ['an object', [delta({ reasoning: { content: 'hm' } }), delta({ content: 'Hi' }), END]],
  ['thinking', [delta({ thinking: 'hm' }), delta({ content: 'Hi' }), END]],
  ['thinking_content', [delta({ thinking_content: 'hm' }), delta({ content: 'Hi' }), END]],
  ['reasoning_text', [delta({ reasoning_text: 'hm' }), delta({ content: 'Hi' }), END]],
  ['thought', [delta({ thought: 'hm' }), delta({ content: 'Hi' }), END]],
  [
    'a part of the content',
    [delta({ content: [{ type: 'reasoning', text: 'hm' }] }), delta({ content: [{ type: 'text', text: 'Hi' }] }), END],
  ],
  [
    'a thought as a part',
    [
      delta({
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'output_text', text: 'Hi' },
        ],
      }),
      END,
    ],
  ],
  ['tags', [delta({ content: '<thi' }), delta({ content: 'nk>\nhm\n</thin' }), delta({ content: 'k>\n\nHi' }), END]],
  ['a tag that the template opened', [delta({ content: 'hm\n</th' }), delta({ content: 'ink>\n\nHi' }), END]],
  ['a field and the end of a tag', [delta({ reasoning: 'hm' }), delta({ content: '</think>\n\nHi' }), END]],
])('thinking in %s', async (_, chunks) => {
  const { content, data } = await answered(chunks)
  expect([content, data.thinking, data.blocks?.map(({ type }) => type)]).toEqual(['Hi', 'hm', ['thinking', 'text']])
})

it.each<[string, readonly Chunk[]]>([
  ['the delta', [delta({ tool_calls: [{ index: 0, id: 'a', ...called }] }), delta({}, 'tool_calls')]],
  [
    'the message',
    [
      {
        id: 'c',
        choices: [{ index: 0, message: { tool_calls: [{ id: 'a', ...called }] }, finish_reason: 'tool_calls' }],
      },
    ],
  ],
  [
    'the message beside an empty delta',
    [
      {
        id: 'c',
        choices: [{ index: 0, delta: {}, message: { tool_calls: [{ id: 'a', ...called }] }, finish_reason: 'stop' }],
      },
    ],
  ],
  ['the choice', [{ id: 'c', choices: [{ index: 0, tool_calls: [{ id: 'a', ...called }], finish_reason: 'stop' }] }]],
  ['function_call', [delta({ function_call: called.function }), delta({}, 'function_call')]],
  [
    'a part of the content',
    [delta({ content: [{ type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } }] }), END],
  ],
  [
    'a call behind thinking in tags',
    [delta({ content: '<think>hm</think>' }), delta({ tool_calls: [{ index: 0, id: 'a', ...called }] }), END],
  ],
  [
    'a call within thinking that stays open',
    [delta({ content: '<think>hm' }), delta({ tool_calls: [{ index: 0, id: 'a', ...called }] }), END],
  ],
])('a call in %s', async (_, chunks) => {
  const { data, events } = await answered(chunks)
  expect(data.blocks?.filter(({ type }) => type === 'tool_call')).toMatchObject([CALL])
  expect(events.at(-1)).toMatchObject({ type: 'done', finishReason: 'TOOL_USE' })
})

const COUNTS = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }

it.each<[string, Chunk]>([
  ['the chunk', { ...END, usage: COUNTS }],
  ['a chunk of its own', { id: 'c', choices: [], usage: COUNTS }],
  ['the choice', { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: COUNTS }] }],
  ['the delta', delta({ usage: COUNTS }, 'stop')],
  ['the message', { id: 'c', choices: [{ index: 0, message: { usage: COUNTS }, finish_reason: 'stop' }] }],
  ['x_groq', { ...END, x_groq: { usage: COUNTS } }],
  ['meta', { ...END, meta: { usage: COUNTS } }],
  ['other names', { ...END, usage: { input_tokens: 9, output_tokens: 3 } }],
  ['names of Ollama', { ...END, usage: { prompt_eval_count: 9, eval_count: 3 } }],
  [
    'names of Google',
    { ...END, usage_metadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 } },
  ],
  ['the timings of llama.cpp', { ...END, timings: { prompt_n: 4, cache_n: 5, predicted_n: 3 } }],
])('usage in %s', async (_, chunk) => {
  const { events } = await answered([delta({ content: 'Hi' }), chunk])
  expect(events.at(-1)).toMatchObject({ type: 'done', usage: { inputTokens: 9, outputTokens: 3, totalTokens: 12 } })
})

it('does not send thinking in tags back', async () => {
  for (const answer of ['<think>secret</think>Hi', 'secret\n</think>\nHi']) {
    const { provider, data } = await answered([delta({ content: answer }), END])
    const messages = [{ role: 'assistant', content: data.blocks ?? [] } as const]
    const body = JSON.stringify(provider.render(helloRequest('openai', { model: 'm', messages })))
    expect(body).toContain('"content":"Hi"')
    expect(body).not.toContain('secret')
    await playback?.stop()
  }
})

it('streams the first answer of an unknown model as text that may be retyped, and later ones as text', async () => {
  const facts = new LearnedFacts()
  const first = await answered(
    [delta({ content: 'One ' }), delta({ content: 'two ' }), delta({ content: 'three' }), END],
    facts,
  )
  expect(first.events[0]).toMatchObject({ type: 'start', tentative: true })
  expect(first.events.filter(({ type }) => /thinking|retyped/.test(type))).toEqual([])
  expect([first.content, first.data.thinking]).toEqual(['One two three', undefined])
  const second = await eventsOf(first.provider, helloRequest('openai', { model: 'm' }))
  expect(second.filter(({ type }) => type === 'thinking_delta')).toEqual([])
  expect(second.filter(({ type }) => type === 'text_delta').length).toBeGreaterThan(1)
  expect(second[0]).not.toHaveProperty('tentative')
})

it('makes thinking of text that was passed on before its closing tag', async () => {
  const facts = new LearnedFacts()
  const first = await answered([delta({ content: 'Hello' }), END], facts)
  await playback?.stop()
  // The port is another one, so what was learned is put where the next provider looks.
  const again = async (chunks: readonly Chunk[]) => {
    const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    playback = await playAnswers((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${text}data: [DONE]\n\n`)
    })
    const provider = createCompatibleProvider(VENDORS.local, {
      key: '',
      baseUrl: playback.url,
      idleTimeoutMs: 20_000,
      facts,
    })
    facts.learn({ server: `local ${provider.endpoint}`, model: 'm', name: 'answer start', value: 'plain' })
    const events = await eventsOf(provider, helloRequest('openai', { model: 'm' }))
    const choice = { provider: 'local', model: 'local/m', thinkingLevel: 'none' } as const
    return { provider, ...accumulateResponse(events, { choice, endpoint: provider.endpoint, cost: () => null }) }
  }
  expect(first.content).toBe('Hello')
  const { provider, content, data } = await again([
    delta({ content: 'first ' }),
    delta({ content: 'this\n' }),
    delta({ content: '</think>\n\nHi' }),
    END,
  ])
  expect([content, data.thinking?.trim(), data.blocks?.map(({ type }) => type)]).toEqual([
    'Hi',
    'first this',
    ['thinking', 'text'],
  ])
  expect(facts.find({ server: `local ${provider.endpoint}`, model: 'm', name: 'answer start' })).toBe('thinking')
})
