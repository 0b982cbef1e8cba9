import { describe, expect, it } from 'vitest'

import { receiveResponse, responseKey, ThinkingTime } from '../../../src/main/core/conversation/model-response.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'

const START: ProviderEvent = { type: 'start', model: 'm' }
const thinking = (blockIndex: number): ProviderEvent => ({ type: 'thinking_delta', blockIndex, text: 'Hm.' })
const text = (blockIndex: number): ProviderEvent => ({ type: 'text_delta', blockIndex, text: 'Yes.' })
const signature = (blockIndex: number): ProviderEvent => ({
  type: 'block_data',
  blockIndex,
  blockType: 'thinking',
  providerData: { signature: 's' },
})

const retyped = (blockIndex: number, blockType: 'text' | 'thinking'): ProviderEvent => ({
  type: 'block_retyped',
  blockIndex,
  blockType,
})

it.each<[string, readonly (readonly [at: number, ProviderEvent])[], number | null]>([
  [
    'text that turns out to be thinking',
    [
      [0, START],
      [50, text(0)],
      [90, retyped(0, 'thinking')],
      [100, text(1)],
    ],
    50,
  ],
  [
    'nothing for thinking that turns out to be text',
    [
      [0, START],
      [50, thinking(0)],
      [90, retyped(0, 'text')],
    ],
    null,
  ],
  [
    'nothing without thinking',
    [
      [0, START],
      [50, text(0)],
    ],
    null,
  ],
  [
    'from its first words to the first of the answer',
    [
      [0, START],
      [100, thinking(0)],
      [300, thinking(0)],
      [3_200, text(1)],
    ],
    3_100,
  ],
  [
    'to the end, where nothing comes behind it',
    [
      [100, thinking(0)],
      [500, thinking(0)],
    ],
    900,
  ],
  [
    'several blocks together, and nothing between them',
    [
      [100, thinking(0)],
      [200, text(1)],
      [500, thinking(2)],
      [800, text(3)],
    ],
    400,
  ],
  [
    'its signature too, which belongs to it',
    [
      [100, thinking(0)],
      [400, signature(0)],
      [600, text(1)],
    ],
    500,
  ],
  [
    'nothing of words that are kept secret',
    [
      [100, signature(0)],
      [600, text(1)],
    ],
    null,
  ],
  [
    'nothing for a signature that comes late',
    [
      [100, thinking(0)],
      [200, text(1)],
      [700, signature(0)],
    ],
    100,
  ],
  [
    'no time below zero when the clock is set back',
    [
      [5_000, thinking(0)],
      [1_000, text(1)],
    ],
    0,
  ],
])('counts %s', (_what, events, expected) => {
  let now = 0
  const time = new ThinkingTime(() => now)
  for (const [at, event] of events) {
    now = at
    time.see(event)
  }
  now = 1_000
  expect(time.end()).toBe(expected)
})

describe('a response with the id of one that made no progress', () => {
  const begin = (responseId?: string): ProviderEvent => ({
    type: 'start',
    model: 'm',
    ...(responseId !== undefined && { responseId }),
  })
  const say = (said: string): ProviderEvent => ({ type: 'text_delta', blockIndex: 0, text: said })
  const think = (thought: string): ProviderEvent => ({ type: 'thinking_delta', blockIndex: 0, text: thought })
  const call = (id: string, name: string, json: string): readonly ProviderEvent[] => [
    { type: 'tool_call_start', blockIndex: 1, id, name },
    { type: 'tool_call_delta', blockIndex: 1, id, jsonFragment: json },
    { type: 'tool_call_done', blockIndex: 1, id },
  ]
  const DONE: ProviderEvent = { type: 'done', finishReason: 'STOP', model: 'm', usage: null }
  const ERROR: ProviderEvent = { type: 'error', error: { category: 'SERVER', message: 'broke', retryable: true } }
  const EARLIER = [begin('r'), say('Look.'), ...call('call_1', 'nope', '{"a":1}'), DONE]

  it.each<[string, readonly ProviderEvent[], string]>([
    ['the same again', [begin('r'), say('Look.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'repeated'],
    ['in other pieces', [begin('r'), say('Lo'), say('ok.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'repeated'],
    ['another id', [begin('s'), say('Look.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'answered'],
    ['no id', [begin(), say('Look.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'answered'],
    ['an answer', [begin('r'), say('Done.'), DONE], 'answered'],
    ['the beginning of it', [begin('r'), say('Look.'), DONE], 'answered'],
    ['a longer text', [begin('r'), say('Look. There.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'answered'],
    ['another tool', [begin('r'), say('Look.'), ...call('call_2', 'show', '{"a":1}'), DONE], 'answered'],
    ['other arguments', [begin('r'), say('Look.'), ...call('call_2', 'nope', '{"a":2}'), DONE], 'answered'],
    ['thinking instead of text', [begin('r'), think('Look.'), ...call('call_2', 'nope', '{"a":1}'), DONE], 'answered'],
    ['nothing', [begin('r'), DONE], 'answered'],
    ['an error in the middle', [begin('r'), say('Look.'), ERROR], 'failed'],
    ['a break', [begin('r'), say('Look.')], 'failed'],
  ])('%s', async (_, events, type) => {
    const stream = async function* () {
      yield* events
    }
    const published: ProviderEvent[] = []
    const response = await receiveResponse(stream(), {
      signal: new AbortController().signal,
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      seenResponses: new Set([responseKey(EARLIER) ?? '']),
      onEvent: (event) => void published.push(event),
    })
    const shown = events.filter((event) => event.type !== 'done' && event.type !== 'error')
    expect([response.type, published]).toEqual([type, type === 'repeated' ? [] : shown])
  })
})
