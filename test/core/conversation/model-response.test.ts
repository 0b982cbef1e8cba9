import { expect, it } from 'vitest'

import { ThinkingTime } from '../../../src/main/core/conversation/model-response.ts'
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
