import { expect, it } from 'vitest'

import { NO_MODELS, specsOf, toggleModel, togglePool } from '../../../src/renderer/models/selected-models.ts'
import { matchingPools } from '../../../src/renderer/models/model-pools.ts'
import type { PoolEntry } from '../../../src/shared/config-entries.ts'
import type { ModelInfo } from '../../../src/shared/model-info.ts'

const POOLS: Readonly<Record<string, PoolEntry>> = {
  smart: { strategy: 'failover', models: ['claude-opus-4-5/high', 'gpt-5/high'] },
  cheap: { strategy: 'round-robin', models: ['gpt-5-mini'] },
}

it.each([
  ['', ['@cheap', '@smart']],
  ['@sm', ['@smart']],
  ['gpt-5/', ['@smart']],
  ['pool turn', ['@cheap']],
  ['grok', []],
])('finds pools by name, members and manner: %j', (query, found) => {
  expect(matchingPools(POOLS, query, null).map(({ spec }) => spec)).toEqual(found)
})

it('says who answers', () => {
  expect(matchingPools(POOLS, '', null).map(({ facts }) => facts)).toEqual([
    'in turn: gpt-5-mini',
    'first that works: claude-opus-4-5 · high, gpt-5 · high',
  ])
})

it('forks into pools and models in the order in which they were selected', () => {
  const model: ModelInfo = {
    provider: 'openai',
    id: 'gpt-5',
    name: 'GPT-5',
    contextWindow: null,
    maxOutput: null,
    prices: [],
    endsOn: null,
    thinking: null,
  }
  const both = toggleModel(togglePool(NO_MODELS, '@smart'), model, 'low')

  expect(specsOf(both)).toEqual(['@smart', 'gpt-5/low'])
  expect(specsOf(togglePool(both, '@smart'))).toEqual(['gpt-5/low'])
})
