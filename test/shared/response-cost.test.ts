import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import type { ModelPrice } from '../../src/shared/model-price.ts'
import { priceOn } from '../../src/shared/model-price.ts'
import type { ApiProviderName } from '../../src/shared/providers.ts'
import { responseCost } from '../../src/shared/response-cost.ts'
import { NO_DETAILS, NO_TOKENS, type ResponseUsage } from '../../src/shared/usage.ts'
import { usageOfRecording } from '../support/recorded-usage.ts'

const catalog = createModelCatalog()
const TODAY = '2026-11-20'

function listPrice(provider: ApiProviderName, model: string, date = TODAY): ModelPrice | null {
  return priceOn(catalog.find(provider, model)?.prices ?? [], date)
}

function used(changes: Partial<ResponseUsage>): ResponseUsage {
  return { ...NO_TOKENS, ...NO_DETAILS, ...changes }
}

/** Dollars, and what had no price. */
function cost(usage: ResponseUsage, price: ModelPrice | null): readonly unknown[] | null {
  const found = responseCost(usage, price)
  return found === null ? null : [Number(found.usd.toFixed(10)), ...found.missing]
}

describe('bills of real answers, to the last digit', () => {
  // What OpenRouter charged for the same tokens: the price that it passes on, without its own account of it.
  const bill = (name: string): ResponseUsage => {
    const usage = usageOfRecording(name)
    if (usage === null) throw new Error('no usage')
    return { ...usage, cost: null }
  }

  it('Anthropic: fresh, written for 5 minutes, read, output', () => {
    const usage = { ...bill('openrouter/cache-read-and-write'), cacheWrites: { '5m': 79 } }
    expect(cost(usage, listPrice('anthropic', 'claude-sonnet-4-6'))).toEqual([0.00256995])
    const first = { ...bill('openrouter/cache-write'), cacheWrites: { '5m': 2569 } }
    expect(cost(first, listPrice('anthropic', 'claude-sonnet-4-6'))).toEqual([0.01058775])
  })

  it('OpenAI: what it writes into the cache costs more than input, asked for or not', () => {
    // The prices of July 2026, when the answer was recorded.
    const july = { input: 5, output: 30, cachedInput: 0.5, cacheWrites: { '30m': 6.25 } }
    expect(cost(bill('openrouter/cache-write-responses'), july)).toEqual([0.025265])
  })

  it('xAI: 155 fresh, 128 read, 278 out; and two searches', () => {
    const usage = used({ inputTokens: 283, cachedTokens: 128, outputTokens: 278 })
    expect(cost(usage, listPrice('xai', 'grok-4.3'))).toEqual([0.00091435])
    const searched = bill('xai/web-search')
    expect(cost(searched, listPrice('xai', 'grok-4.3'))).toEqual([0.01607085])
    expect(cost(bill('xai/web-search-next-turn'), listPrice('xai', 'grok-4.3'))).toEqual([0.00524105])
  })

  it('the own account of a provider wins', () => {
    const usage = usageOfRecording('xai/web-search')
    expect(usage === null ? null : cost(usage, { input: 1, output: 1, cachedInput: 1 })).toEqual([0.01607085])
    expect(cost(used({ cost: 0.25 }), null)).toEqual([0.25])
  })
})

describe('the published rules', () => {
  it('Anthropic: an hour costs twice the input, five minutes a quarter more', () => {
    const usage = used({ inputTokens: 3_000_000, cacheWrites: { '5m': 1_000_000, '1h': 1_000_000 } })
    expect(cost(usage, listPrice('anthropic', 'claude-opus-5-5'))).toEqual([4 + 5 + 8])
  })

  it('Anthropic: fast, batch, US only, searches', () => {
    const price = listPrice('anthropic', 'claude-opus-5-5')
    const usage = used({ outputTokens: 1_000_000, cacheWrites: {}, serverTools: { web_search: 2, web_fetch: 3 } })
    expect(cost({ ...usage, speed: 'standard', serviceTier: 'standard', region: 'global' }, price)).toEqual([20.02])
    expect(cost({ ...usage, speed: 'fast' }, price)).toEqual([40.02])
    expect(cost({ ...usage, serviceTier: 'batch' }, price)).toEqual([10.02])
    expect(cost({ ...usage, region: 'us' }, price)).toEqual([22.02])
  })

  it('OpenAI: flex, batch and priority by the tier of the answer', () => {
    const usage = used({ outputTokens: 1_000_000, cacheWrites: {} })
    const price = listPrice('openai', 'gpt-6.1-terra')
    const tiers = ['default', 'flex', 'batch', 'priority'].map((serviceTier) => cost({ ...usage, serviceTier }, price))
    expect(tiers).toEqual([[5], [2.5], [2.5], [10]])
    expect(cost({ ...usage, serviceTier: 'priority' }, listPrice('openai', 'gpt-5.5'))).toEqual([75])
  })

  it('Google: thoughts are output; searches by query, of older models by answer', () => {
    const usage = used({ inputTokens: 1_000_000, outputTokens: 1_000_000, serverTools: { google_search: 3 } })
    expect(cost(usage, listPrice('google', 'gemini-3.5-flash'))).toEqual([1.5 + 9 + 0.042])
    expect(cost(usage, listPrice('google', 'gemini-2.5-flash'))).toEqual([0.3 + 2.5 + 0.035])
  })

  it('Mistral and Moonshot: fresh, read, output', () => {
    const usage = used({ inputTokens: 268, cachedTokens: 224, outputTokens: 5 })
    expect(cost(usage, listPrice('mistral', 'mistral-large-2512'))).toEqual([0.0000407])
    const kimi = used({ inputTokens: 1_000_000, cachedTokens: 500_000, outputTokens: 100_000 })
    expect(cost(kimi, listPrice('moonshot', 'kimi-k3'))).toEqual([1.5 + 0.15 + 1.5])
  })

  it.each([
    ['openai', 'gpt-6-sol', 272_000, 2, 4],
    ['anthropic', 'claude-haiku-5-5', 100_000, 0.1, 0.5],
    ['google', 'gemini-2.5-pro', 200_000, 1.25, 2.5],
    ['xai', 'grok-4.7', 200_000, 2, 4],
  ] as const)('%s %s: above %d tokens the whole request costs more', (provider, model, limit, below, above) => {
    const price = listPrice(provider, model)
    const at = (inputTokens: number) => cost(used({ inputTokens, cacheWrites: {} }), price)
    expect([at(limit), at(limit + 1)]).toEqual([
      [Number(((limit * below) / 1e6).toFixed(10))],
      [Number((((limit + 1) * above) / 1e6).toFixed(10))],
    ])
  })

  it('goes by the prices of the day', () => {
    const usage = used({ outputTokens: 1_000_000 })
    const on = (model: string, date: string) => cost(usage, listPrice('google', model, date))
    expect([on('gemini-4-argon', '2026-11-30'), on('gemini-4-argon', '2026-12-01')]).toEqual([[10], [20]])
    expect([on('gemini-3.8-flash', '2026-12-31'), on('gemini-3.8-flash', '2027-01-01')]).toEqual([[3.75], null])
  })
})

describe('what is not known', () => {
  const price: ModelPrice = { input: 2, output: 10, cachedInput: null, cacheWrites: { '5m': 2.5, '1h': 4 } }

  it('is unknown without a price, or in a tier, speed or place without one', () => {
    expect(cost(used({ outputTokens: 1 }), null)).toBeNull()
    for (const odd of [
      { serviceTier: 'ultrafast' },
      { speed: 'warp' },
      { region: 'moon' },
      { serviceTier: 'toString' },
    ])
      expect(cost(used({ outputTokens: 1, ...odd }), price)).toBeNull()
  })

  it('says what has no price, and never counts it for more', () => {
    const usage = used({ inputTokens: 1_000_000, cacheWrites: { unknown: 1_000_000 } })
    expect(cost(usage, price)).toEqual([2.5, 'cache writes'])
    expect(cost({ ...usage, cacheWrites: { '12h': 1_000_000 } }, price)).toEqual([2.5, 'cache writes'])
    expect(cost({ ...usage, cacheWrites: null }, price)).toEqual([2, 'cache writes'])
    expect(cost(used({ inputTokens: 1, cachedTokens: 1, cacheWrites: {} }), price)).toEqual([0, 'cached input'])
    const heard = used({ inputTokens: 1_000_000, inputModalities: { audio: 10, image: 5 }, cacheWrites: {} })
    expect(cost(heard, price)).toEqual([2, 'audio input'])
    expect(cost(heard, { ...price, inputModalities: { audio: 102 } })).toEqual([2.001])
    expect(cost(used({ outputModalities: { image: 3 } }), price)).toEqual([0, 'image output'])
    expect(cost(used({ serverTools: { code_execution: 1 } }), price)).toEqual([0, 'code_execution'])
  })

  it('is never below nothing, whatever a gateway reports', () => {
    const doubled = used({ inputTokens: 2168, cachedTokens: 2161, cacheWrites: { '5m': 2161 } })
    expect(cost(doubled, { ...price, cachedInput: 0.2 })).toEqual([
      Number(((2161 * 0.2 + 2161 * 2.5) / 1e6).toFixed(10)),
    ])
    const anything = fc.record({
      inputTokens: fc.nat(),
      outputTokens: fc.nat(),
      cachedTokens: fc.nat(),
      write: fc.nat(),
    })
    fc.assert(
      fc.property(anything, ({ write, ...tokens }) => {
        const found = responseCost(used({ ...tokens, cacheWrites: { '1h': write } }), { ...price, cachedInput: 0.2 })
        expect(found?.usd).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
