import { expect, it } from 'vitest'

import { modelGroups, nextLevel, recentModels, recommendedModels } from '../../../src/renderer/models/model-groups.ts'
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

const NONE: readonly string[] = []

const shown = (
  query: string,
  recent: readonly string[] = [],
  favourites: readonly string[] = [],
  { showsAll = false, list = LIST, chosen = NONE } = {},
) =>
  modelGroups(list, { query, recent, favourites, today: '2026-11-20', showsAll, chosen }).map((group) => [
    group.label,
    group.obstacle,
    group.models.map((each) => each.id),
  ])

it('shows all: what can be used first, and why the rest cannot', () => {
  expect(shown('', [], [], { showsAll: true })).toEqual([
    ['OpenAI', null, ['gpt-5', 'gpt-5-mini', 'gpt-4']],
    ['xAI', 'no key set', ['grok-4']],
  ])
})

it('finds models by every word of the query, in any order', () => {
  expect(shown('mini OPENAI')).toEqual([['OpenAI', null, ['gpt-5-mini']]])
})

it.each([
  ['gpt-4', ['gpt-4', 'gpt-4-mini']],
  ['GPT-4', ['gpt-4', 'gpt-4-mini']],
  ['gpt-4-mini', ['gpt-4-mini']],
  ['gpt', ['gpt-4-mini', 'gpt-4']],
])('puts the model first whose whole id is typed, also after its end: %s', (query, ids) => {
  const ended = { ...model('openai', 'gpt-4'), endsOn: '2026-01-01' }
  const provider = { provider: 'openai', label: 'OpenAI', ready: true } as const
  const list: ModelList = {
    ...LIST,
    providers: [{ ...provider, models: [ended, model('openai', 'gpt-4-mini')] }],
  }
  expect(shown(query, [], [], { list })).toEqual([['OpenAI', null, ids]])
})

it('shows starred, recent and recommended models, each once, while nothing is searched for', () => {
  expect(shown('', ['openai:gpt-5-mini', 'xai:grok-4', 'openai:gpt-5', 'openai:gpt-4'], ['openai:gpt-5'])).toEqual([
    ['Starred', null, ['gpt-5']],
    ['Recent', null, ['gpt-5-mini']],
  ])
  expect(shown('')).toEqual([['Recommended', null, ['gpt-5', 'gpt-5-mini']]])
  expect(shown('gpt-5-', ['openai:gpt-5-mini'], ['openai:gpt-5'])).toEqual([['OpenAI', null, ['gpt-5-mini']]])
})

it('shows what is chosen in any case, also a model that is neither starred nor served', () => {
  expect(shown('', [], [], { chosen: ['openai:gpt-4', 'openai:gpt-5', '@pool'] })).toEqual([
    ['Recommended', null, ['gpt-5', 'gpt-5-mini']],
    ['Also chosen', null, ['gpt-4']],
  ])
})

it('shows all models if none of the starred, recent and recommended ones can be used', () => {
  const list = { ...LIST, providers: LIST.providers.map((each) => ({ ...each, ready: false })) }
  expect(shown('', [], ['openai:gpt-5'], { list }).map(([label, obstacle]) => [label, obstacle])).toEqual([
    ['xAI', 'no key set'],
    ['OpenAI', 'no key set'],
  ])
})

it.each([
  [
    'the default model and the newest of other families',
    'anthropic',
    ['claude-opus-5', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-4-5'],
    ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-4-5'],
  ],
  [
    'three of a provider',
    'openai',
    ['gpt-6.2-astra', 'gpt-6.2-sol', 'gpt-6.1-sol', 'gpt-6.1-terra', 'gpt-6-luna'],
    ['gpt-6.1-terra', 'gpt-6.2-astra', 'gpt-6.2-sol'],
  ],
  [
    'no two releases of one model',
    'google',
    ['gemini-3.1-flash-lite', 'gemini-3.1-flash-lite-preview', 'gemini-3-flash-preview'],
    ['gemini-3.1-flash-lite', 'gemini-3-flash-preview'],
  ],
  ['all of a gateway with few models', 'local', ['qwen3', 'llama3'], ['qwen3', 'llama3']],
  ['none of a gateway with many', 'openrouter', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], []],
] as const)('recommends %s', (_, provider, ids, expected) => {
  const models = ids.map((id) => model(provider, id))
  expect(recommendedModels(models, '2026-11-20').map(({ id }) => id)).toEqual(expected)
})

it('recommends no model that is no longer served', () => {
  const models = [{ ...model('xai', 'grok-4.7'), endsOn: '2026-01-01' }, model('xai', 'grok-4.6')]
  expect(recommendedModels(models, '2026-11-20').map(({ id }) => id)).toEqual(['grok-4.6'])
})

it('keeps the order in which models were starred', () => {
  expect(shown('', [], ['openai:gpt-5-mini', 'openai:gpt-5'])[0]).toEqual(['Starred', null, ['gpt-5-mini', 'gpt-5']])
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
