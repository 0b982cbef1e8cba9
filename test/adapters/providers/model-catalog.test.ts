import { describe, expect, it } from 'vitest'
import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { inferProvider } from '../../../src/shared/model-spec.ts'
import { API_PROVIDERS, PROVIDER_NAMES } from '../../../src/shared/providers.ts'

const catalog = createModelCatalog()
const TODAY = '2026-11-20'

it('knows names, limits, prices, end and thinking of a model', () => {
  expect(catalog.find('anthropic', 'claude-sonnet-4-5')).toEqual({
    provider: 'anthropic',
    id: 'claude-sonnet-4-5',
    name: 'Claude Sonnet 4.5',
    contextWindow: 200_000,
    maxOutput: 64_000,
    prices: [
      {
        input: 3,
        output: 15,
        cachedInput: 0.3,
        cacheWrites: { '5m': 3.75, '1h': 6 },
        serviceTiers: { batch: 0.5 },
        regions: { us: 1.1 },
        tools: { web_search: { usd: 0.01, per: 'use' }, web_fetch: { usd: 0, per: 'use' } },
      },
    ],
    endsOn: '2026-11-30',
    modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
    thinking: { none: 'disabled', low: '22,016 tokens', med: '43,008 tokens', high: '64,000 tokens' },
  })
})

it('says null where a figure or thinking is not known', () => {
  expect(catalog.find('openai', 'gpt-5.5')?.contextWindow).toBeNull()
  expect(catalog.find('openai', 'gpt-4o')?.thinking).toBeNull()
  expect(catalog.find('mistral', 'codestral-latest')?.thinking).toBeNull()
})

it.each([
  ['anthropic', 'claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ['openai', 'gpt-4o-2024-08-06', 'gpt-4o'],
  ['openai', 'gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
  ['openai', 'claude-sonnet-4-5', undefined],
  ['anthropic', 'claude-of-tomorrow', undefined],
] as const)('finds for %s %s the row %s', (provider, model, id) => {
  expect(catalog.find(provider, model)?.id).toBe(id)
})

describe('the list', () => {
  it('holds only models that can be chosen, each once', () => {
    for (const provider of PROVIDER_NAMES) {
      const ids = catalog.list(provider).map((model) => model.id)
      expect(ids.filter((id) => inferProvider(id) !== provider)).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})

it('answers a choice with the feedback lines, and says where thinking is not sent', () => {
  expect(catalog.thinkingFeedback({ provider: 'openai', model: 'o3-mini', thinkingLevel: 'none' }, 4_096)).toEqual([
    '⚠ This model does not support disabling thinking',
    'Thinking: medium effort (default)',
  ])
  expect(catalog.thinkingFeedback({ provider: 'local', model: 'local/x', thinkingLevel: 'med' }, 4_096)).toEqual([
    '⚠ Thinking not supported by this model (ignored)',
  ])
})

describe('the successor', () => {
  it.each([
    ['anthropic', 'claude-sonnet-4-5', TODAY, null],
    ['anthropic', 'claude-sonnet-4-5', '2026-11-30', null],
    ['anthropic', 'claude-sonnet-4-5', '2026-12-01', 'claude-sonnet-5-5'],
    ['anthropic', 'claude-3-7-sonnet-20250219', TODAY, 'claude-sonnet-5-5'],
    ['google', 'gemini-3.0-flash', TODAY, 'gemini-3.8-flash'],
    ['google', 'gemini-3-pro-preview', TODAY, 'gemini-3.1-pro-preview'],
    ['meta', 'llama-4-maverick', TODAY, null],
    ['openai', 'gpt-5-mini', TODAY, null],
  ] as const)('of %s %s on %s is %s', (provider, model, today, expected) => {
    expect(catalog.successor(provider, model, today)).toBe(expected)
  })
})

it('offers a default per provider that is known and still served', () => {
  const defaults = PROVIDER_NAMES.flatMap((provider) => {
    const { defaultModel } = API_PROVIDERS[provider]
    return defaultModel === null ? [] : [{ provider, defaultModel }]
  })
  expect(defaults.map(({ provider }) => provider)).toEqual([
    'anthropic',
    'openai',
    'google',
    'xai',
    'mistral',
    'moonshot',
  ])
  for (const { provider, defaultModel } of defaults) {
    expect(catalog.find(provider, defaultModel)).toMatchObject({ id: defaultModel, endsOn: null })
  }
})

it('knows the day of its prices', () => {
  expect(new Date(catalog.file().source.renewedOn).toISOString().slice(0, 10)).toBe(catalog.file().source.renewedOn)
})
