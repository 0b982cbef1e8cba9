import { expect, it } from 'vitest'

import { modelGroups, nextLevel, recentModels } from '../../../src/renderer/models/model-groups.ts'
import type { ModelInfo, ModelList } from '../../../src/shared/model-info.ts'
import { busyScenario } from '../preview/preview-world.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'

const model = (provider: ApiProviderName, id: string): ModelInfo => ({
  provider,
  id,
  name: id,
  contextWindow: null,
  maxOutput: null,
  prices: [],
  endsOn: null,
  thinking: null,
})

const LIST: ModelList = {
  pricesAsOf: null,
  defaultModel: null,
  providers: [
    { provider: 'xai', label: 'xAI', ready: false, models: [model('xai', 'grok-4')] },
    {
      provider: 'openai',
      label: 'OpenAI',
      ready: true,
      models: [
        { ...model('openai', 'gpt-4'), endsOn: '2026-01-01' },
        model('openai', 'gpt-5-mini'),
        model('openai', 'gpt-5'),
      ],
    },
  ],
}

const shown = (query: string, recent: readonly string[] = [], favourites: readonly string[] = []) =>
  modelGroups(LIST, { query, recent, favourites, today: '2026-11-20' }).map((group) => [
    group.label,
    group.obstacle,
    group.models.map((each) => each.id),
  ])

it('puts what can be used first, and says why the rest cannot', () => {
  expect(shown('')).toEqual([
    ['OpenAI', null, ['gpt-5', 'gpt-5-mini', 'gpt-4']],
    ['xAI', 'no key set', ['grok-4']],
  ])
})

it('finds models by every word of the query, in any order', () => {
  expect(shown('mini OPENAI')).toEqual([['OpenAI', null, ['gpt-5-mini']]])
})

it('puts favourites and then recent models on top while nothing is searched for, and ended ones last', () => {
  expect(shown('', ['openai:gpt-5-mini', 'xai:grok-4', 'openai:gpt-5'], ['openai:gpt-5'])).toEqual([
    ['Favourites', null, ['gpt-5']],
    ['Recent', null, ['gpt-5-mini']],
    ['OpenAI', null, ['gpt-4']],
    ['xAI', 'no key set', ['grok-4']],
  ])
  expect(shown('gpt-5-', ['openai:gpt-5-mini'], ['openai:gpt-5'])).toEqual([['OpenAI', null, ['gpt-5-mini']]])
})

it('keeps the order in which models were starred', () => {
  expect(shown('', [], ['openai:gpt-5-mini', 'openai:gpt-5'])[0]).toEqual(['Favourites', null, ['gpt-5-mini', 'gpt-5']])
})

it('takes the models of the newest agents for the most recent ones, each once', () => {
  const world = busyScenario()
  expect(recentModels(world.agents)).toEqual([
    'anthropic:claude-haiku-4-5',
    'google:gemini-3.8-flash',
    'openai:gpt-5-mini',
    'anthropic:claude-sonnet-5-5',
  ])
})

it('steps through the thinking levels round the end', () => {
  expect([nextLevel('med', 1), nextLevel('high', 1), nextLevel('none', -1)]).toEqual(['high', 'none', 'high'])
})
