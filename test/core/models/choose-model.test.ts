import { expect, it } from 'vitest'

import { chooseModel, poolFeedback } from '../../../src/main/core/models/choose-model.ts'
import type { ModelPools } from '../../../src/shared/model-pool.ts'

const POOLS: ModelPools = {
  smart: {
    strategy: 'failover',
    models: [
      { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'high' },
      { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'med' },
    ],
  },
}

const SOURCES = { pools: POOLS, endpoints: [] }

it('a pool is chosen by its name, with the provider and level of its first member', () => {
  expect(chooseModel(' @smart ', SOURCES)).toEqual({
    ok: true,
    choice: { provider: 'anthropic', model: '@smart', thinkingLevel: 'high' },
    levelGiven: true,
  })
})

it('everything else is a model', () => {
  expect(chooseModel('gpt-5.5/low', SOURCES)).toMatchObject({ ok: true, choice: { model: 'gpt-5.5' } })
})

it.each([
  ['@other', POOLS, 'Unknown pool: @other\n\nPools:\n  @smart'],
  ['@smart/low', POOLS, 'Unknown pool: @smart/low\n\nPools:\n  @smart'],
  ['@toString', POOLS, 'Unknown pool: @toString\n\nPools:\n  @smart'],
  ['@', {}, 'Unknown pool: @\n\nNo pools are set up. Add them under "pools" in config.json.'],
])('%s is refused with the pools there are', (text, pools, message) => {
  expect(chooseModel(text, { pools, endpoints: [] })).toEqual({ ok: false, message })
})

it('the answer says who is in it', () => {
  expect(poolFeedback('smart', POOLS)).toBe(
    '✓ Switched to @smart: the first that works\n  claude-opus-5-5/high\n  gpt-5.5/med',
  )
})
