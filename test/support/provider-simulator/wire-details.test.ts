import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../src/shared/json.ts'
import type { ScriptedBlock } from './answer.ts'
import { numberOf, objectOf, objectsOf, textOf } from './read-json.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { splitEvents } from './stream-item.ts'
import type { WireEvent } from './stream-item.ts'
import { postRequest } from './post-request.ts'
import type { Post } from './post-request.ts'

/** Details of the real streams that the SDKs' readers ignore. */

const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: 'Hm.' },
  { type: 'text', text: 'Reading.' },
  { type: 'tool_call', name: 'read', arguments: {} },
  { type: 'tool_call', name: 'read', arguments: { path: 'a' } },
]

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

async function eventsOf(post: Post, blocks = BLOCKS): Promise<readonly WireEvent[]> {
  simulator.enqueue(post.host, { type: 'script', blocks })
  const { text } = await postRequest(simulator, post)
  return splitEvents(Buffer.from(text))
}

const names = (events: readonly WireEvent[]): readonly unknown[] => events.map(({ name }) => name)
const json = (event: WireEvent | undefined): JsonObject => objectOf(event?.json)

describe('Anthropic', () => {
  const post = (fields: JsonObject): Post => {
    const messages = [{ role: 'user', content: 'hi' }]
    return {
      host: 'anthropic',
      wire: 'anthropic',
      body: { model: 'claude-opus-5', max_tokens: 9, stream: true, messages, ...fields },
    }
  }
  const block = ['content_block_start', 'content_block_delta', 'content_block_stop']

  it('names each event and sends a ping behind the first block’s start', async () => {
    const events = await eventsOf(post({ thinking: { type: 'adaptive', display: 'summarized' } }))
    expect(names(events)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      ...block,
      // A call without arguments: an empty delta always comes first.
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(events.every(({ name, json: payload }) => payload?.['type'] === name)).toBe(true)
  })

  it('keeps back the words of adaptive thinking that nobody asked to see', async () => {
    const events = await eventsOf(post({ thinking: { type: 'adaptive' } }))
    const deltas = events.map((event) => textOf(objectOf(json(event)['delta'])['type']))
    expect(deltas.filter((type) => type === 'thinking_delta' || type === 'signature_delta')).toEqual([
      'signature_delta',
    ])
  })

  it('does not think when it was told not to', async () => {
    const events = await eventsOf(post({ thinking: { type: 'disabled' } }))
    expect(objectOf(json(events[1])['content_block'])['type']).toBe('text')
  })
})

describe('Responses', () => {
  const body = {
    model: 'gpt-5.5',
    input: 'hi',
    stream: true,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'low', summary: 'auto' },
  }
  const post: Post = { host: 'openai', wire: 'responses', body }

  it('numbers its events from 0 without a gap', async () => {
    const events = await eventsOf(post)
    expect(events.map((event) => numberOf(json(event)['sequence_number']))).toEqual(events.map((_, at) => at))
  })

  it('gives each item its kind of id and its place, and seals the reasoning anew each time', async () => {
    const events = await eventsOf(post)
    const done = events.filter(({ name }) => name === 'response.output_item.done').map(json)
    const ids = done.map((event) => [event['output_index'], textOf(objectOf(event['item'])['id']).replace(/_.*/, '')])
    expect(ids).toEqual([
      [0, 'rs'],
      [1, 'msg'],
      [2, 'fc'],
      [3, 'fc'],
    ])
    const added = json(events.find(({ name }) => name === 'response.output_item.added'))
    const sealed = [added, done[0]].map((event) => textOf(objectOf(event?.['item'])['encrypted_content']))
    expect(sealed.every((content) => content.startsWith('gAAAAAB'))).toBe(true)
    expect(new Set(sealed).size).toBe(2)
  })

  it('calls a message before a call a commentary, and the last one the final answer', async () => {
    const phases = async (blocks: readonly ScriptedBlock[]): Promise<readonly unknown[]> => {
      const output = objectsOf(objectOf(json((await eventsOf(post, blocks)).at(-1))['response'])['output'])
      return output.flatMap((item) => (item['type'] === 'message' ? [item['phase']] : []))
    }
    expect([await phases(BLOCKS), await phases(BLOCKS.slice(0, 2))]).toEqual([['commentary'], ['final_answer']])
  })

  it('encrypts reasoning only when it is asked for', async () => {
    const events = await eventsOf({ ...post, body: { ...body, include: [] } })
    expect(events.some(({ bytes }) => bytes.includes('encrypted_content'))).toBe(false)
  })
})

describe('Chat Completions', () => {
  const messages = [{ role: 'user', content: 'hi' }]
  const post = (fields: JsonObject): Post => ({
    host: 'openai',
    wire: 'chat',
    body: { model: 'gpt-4o', stream: true, messages, ...fields },
  })

  it('ends with [DONE], and with usage before it only when that is asked for', async () => {
    const ends = async (fields: JsonObject): Promise<readonly unknown[]> => {
      const [last, done] = (await eventsOf(post(fields))).slice(-2)
      return [objectsOf(json(last)['choices']).length, json(last)['usage'] !== undefined, done?.bytes.toString()]
    }
    expect(await ends({ stream_options: { include_usage: true } })).toEqual([0, true, 'data: [DONE]\n\n'])
    expect(await ends({})).toEqual([1, false, 'data: [DONE]\n\n'])
  })

  it('numbers parallel calls and names each once', async () => {
    const events = await eventsOf(post({}))
    const calls = events.flatMap((event) => {
      const delta = objectOf(objectsOf(json(event)['choices'])[0]?.['delta'])
      return objectsOf(delta['tool_calls']).map((call) => [call['index'], textOf(call['id']).slice(0, 5)])
    })
    expect(calls).toEqual([
      [0, 'call_'],
      [0, ''],
      [1, 'call_'],
      [1, ''],
    ])
  })
})

describe('Gemini', () => {
  const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]
  const generationConfig = { thinkingConfig: { includeThoughts: true } }
  const post: Post = { host: 'google', wire: 'gemini', body: { model: 'gemini-3.8-flash', contents, generationConfig } }
  const parts = (events: readonly WireEvent[]): readonly JsonObject[] => {
    return events.flatMap((event) => objectsOf(objectOf(objectsOf(json(event)['candidates'])[0]?.['content'])['parts']))
  }

  it('signs the first of parallel calls alone', async () => {
    const signed = parts(await eventsOf(post)).map((part) => [
      Object.keys(part)[0],
      part['thoughtSignature'] !== undefined,
    ])
    expect(signed).toEqual([
      ['text', false],
      ['text', false],
      ['functionCall', true],
      ['functionCall', false],
      ['text', false],
    ])
  })

  it('signs an answer without a call on an empty text at its end', async () => {
    const last = parts(await eventsOf(post, BLOCKS.slice(0, 2))).at(-1)
    expect([last?.['text'], textOf(last?.['thoughtSignature']) !== '']).toEqual(['', true])
  })

  it('reports usage so far in every chunk', async () => {
    const totals = (await eventsOf(post)).map(
      (event) => numberOf(objectOf(json(event)['usageMetadata'])['totalTokenCount']) ?? 0,
    )
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(totals.every((total) => total > 0)).toBe(true)
  })

  it('shows thoughts only when they are asked for', async () => {
    const events = await eventsOf({ ...post, body: { model: 'gemini-3.8-flash', contents } })
    expect(parts(events).some((part) => part['thought'] === true)).toBe(false)
  })
})
