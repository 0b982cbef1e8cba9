import { expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { PriceList } from '../../../src/main/core/models/price-list.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { priceOverridesSchema, type PriceOverrides } from '../../../src/shared/price-override.ts'
import { NO_DETAILS, NO_TOKENS } from '../../../src/shared/usage.ts'
import { systemClock } from '../../../src/main/system-ports.ts'

const catalog = createModelCatalog()
const NOVEMBER = Date.parse('2026-11-20T12:00:00Z')
const MILLION_OUT = { ...NO_TOKENS, ...NO_DETAILS, outputTokens: 1_000_000 }

function priceList(prices: PriceOverrides = {}, now = NOVEMBER): PriceList {
  const config = { ...DEFAULT_CONFIG, prices: priceOverridesSchema.parse(prices) }
  return new PriceList({ catalog, config, clock: { ...systemClock, now: () => now } })
}

const sonnet = { provider: 'anthropic', model: 'claude-sonnet-5-5', requested: 'claude-sonnet-5-5' } as const

it('goes by the model that answered, and by the requested one where the list does not know the answer’s', () => {
  const list = priceList()
  const usd = (model: string, requested: string) =>
    list.cost({ provider: 'mistral', model, requested }, MILLION_OUT)?.usd ?? null
  const large = usd('mistral-large-latest', 'mistral-large-latest')
  expect(large).toBeGreaterThan(0)
  expect(usd('mistral-large-2799', 'mistral-large-latest')).toBe(large)
  expect(usd('mistral-small-latest', 'mistral-large-latest')).not.toBe(large)
  expect(usd('mistral-new', 'mistral-new')).toBeNull()
})

it('takes the prices that hold today', () => {
  const argon = { provider: 'google', model: 'gemini-4-argon', requested: 'gemini-4-argon' } as const
  const on = (day: string) => priceList({}, Date.parse(`${day}T12:00:00Z`)).cost(argon, MILLION_OUT)?.usd
  expect([on('2026-11-30'), on('2026-12-01')]).toEqual([10, 20])
})

it('prefers the user’s own prices field by field', () => {
  const list = priceList({
    'claude-sonnet-5.5': { output: 8, service_tiers: { negotiated: 0.8 }, tools: { bench: 0.5 } },
  })
  expect(list.cost(sonnet, MILLION_OUT)).toEqual({ usd: 8, source: 'list', missing: [] })
  expect(list.cost(sonnet, { ...MILLION_OUT, serviceTier: 'negotiated' })?.usd).toBeCloseTo(6.4)
  expect(list.cost(sonnet, { ...MILLION_OUT, serviceTier: 'batch', serverTools: { bench: 2 } })?.usd).toBe(5)
  const input = { ...MILLION_OUT, outputTokens: 0, inputTokens: 1_000_000, cacheWrites: {} }
  expect(list.cost(sonnet, input)).toEqual(priceList().cost(sonnet, input))
})

it('prices a model that no list knows by the user’s prices alone, and tells what they lack', () => {
  const own = { provider: 'openrouter', model: 'acme/one', requested: 'acme/one' } as const
  const input = { ...MILLION_OUT, inputTokens: 1_000_000, cachedTokens: 400_000 }
  expect(priceList().cost(own, input)).toBeNull()
  expect(priceList({ 'openrouter/acme/one': { input: 1 } }).cost(own, input)).toBeNull()
  const list = priceList({ 'openrouter/acme/one': { input: 1, output: 2 } })
  expect(list.cost(own, input)).toEqual({ usd: 2.6, source: 'list', missing: ['cached input'] })
})

it('has local models for free, unless they have prices', () => {
  const qwen = { provider: 'local', model: 'qwen3', requested: 'qwen3' } as const
  const odd = { ...MILLION_OUT, serviceTier: 'turbo', serverTools: { search: 3 } }
  expect(priceList().cost(qwen, odd)).toEqual({ usd: 0, source: 'list', missing: [] })
  expect(priceList({ 'local/qwen3': { input: 1, output: 2 } }).cost(qwen, MILLION_OUT)?.usd).toBe(2)
})

it('keeps what the provider charged, whatever the lists say', () => {
  const list = priceList({ 'claude-sonnet-5-5': { input: 1, output: 2 } })
  expect(list.cost(sonnet, { ...MILLION_OUT, cost: 0.25 })).toEqual({ usd: 0.25, source: 'provider', missing: [] })
})

it('shows the models with the prices that count', () => {
  const info = catalog.find('openai', 'gpt-6.1-terra')
  if (info === null) throw new Error('The catalogue has it')
  const own = priceList({ 'gpt-6.1-terra': { input: 0.5 } }).priced(info)
  expect(own.prices).toEqual(info.prices.map((price) => ({ ...price, input: 0.5 })))
  expect(priceList().priced(info)).toEqual(info)
})

it.each([
  [{ x: { input: -1 } }],
  [{ x: { input: '1' } }],
  [{ x: { inptu: 1 } }],
  [{ x: 3 }],
  [[]],
  [{ x: { cache_writes: { '2h': 1 } } }],
])('accepts no override like %j', (prices) => {
  expect(priceOverridesSchema.safeParse(prices).success).toBe(false)
})

it('takes the prices in a provider’s own list where the catalogue has none, and never another provider’s', () => {
  const list = priceList()
  const routed = { provider: 'openrouter', model: 'anthropic/claude-x', requested: 'anthropic/claude-x' } as const
  expect([list.priceOf(routed), list.priceOf({ ...routed, model: 'a', requested: 'claude-sonnet-5-5' })]).toEqual([
    null,
    null,
  ])
  const price = { input: 1, output: 2, cachedInput: null }
  const model = { name: 'X', contextWindow: null, maxOutput: null, prices: [price], endsOn: null, thinking: null }
  list.report('openrouter', [{ ...model, provider: 'openrouter', id: 'openrouter/anthropic/claude-x' }])
  expect(list.priceOf(routed)).toEqual(price)
  list.report('anthropic', [{ ...model, provider: 'anthropic', id: 'claude-sonnet-5-5' }])
  expect(list.priceOf(sonnet)).not.toEqual(price)
})
