import { describe, expect, it } from 'vitest'

import { cacheFacts, cachedAfter } from '../../src/shared/cache-facts.ts'
import type { ModelPrice } from '../../src/shared/model-price.ts'
import { requestPrice, type RequestSize } from '../../src/shared/request-price.ts'
import { NO_DETAILS, NO_TOKENS, type ResponseUsage } from '../../src/shared/usage.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000

const used = (changes: Partial<ResponseUsage>): ResponseUsage => ({ ...NO_TOKENS, ...NO_DETAILS, ...changes })

describe('the cache after a response', () => {
  const opus = cacheFacts('anthropic', 'claude-opus-5-5')

  it('holds what was read and written, for the lifetime that was written', () => {
    const usage = used({ inputTokens: 12_000, cachedTokens: 9_000, cacheWrites: { '5m': 2_500 } })
    expect(cachedAfter(usage, opus, NOON)).toEqual({ tokens: 11_500, warmUntil: NOON + 5 * MINUTE })
    const hour = { ...usage, cacheWrites: { '1h': 2_500 } }
    expect(cachedAfter(hour, opus, NOON)?.warmUntil).toBe(NOON + 60 * MINUTE)
    expect(cachedAfter({ ...usage, cacheWrites: {} }, opus, NOON)?.tokens).toBe(9_000)
    expect(cachedAfter({ ...usage, cachedTokens: 0, cacheWrites: {} }, opus, NOON)).toBeNull()
  })

  it('holds the whole request where a provider reports no writes, above its minimum', () => {
    const usage = used({ inputTokens: 3_000 })
    expect(cachedAfter(usage, cacheFacts('openai', 'gpt-4o'), NOON)).toEqual({
      tokens: 3_000,
      warmUntil: NOON + 5 * MINUTE,
    })
    const day = NOON + 24 * 60 * MINUTE
    for (const kept of ['gpt-5.5', 'gpt-5.4-mini', 'gpt-5.2'])
      expect(cachedAfter(usage, cacheFacts('openai', kept), NOON)?.warmUntil).toBe(day)
    const written = { ...usage, cacheWrites: { '30m': 2_900 } }
    expect(cachedAfter(written, cacheFacts('openai', 'gpt-6-sol'), NOON)?.warmUntil).toBe(NOON + 30 * MINUTE)
    expect(cachedAfter(usage, cacheFacts('openai', 'gpt-6-sol'), NOON)).toBeNull()
    expect(cachedAfter(usage, cacheFacts('xai', 'grok-4.7'), NOON)).toEqual({ tokens: 3_000, warmUntil: null })
    expect(cachedAfter(usage, cacheFacts('google', 'gemini-3.8-flash'), NOON)).toBeNull()
    expect(cachedAfter({ ...usage, inputTokens: 1_000 }, cacheFacts('openai', 'gpt-5.2'), NOON)).toBeNull()
  })
})

it('knows OpenRouter’s Claude by Anthropic’s rules, and nothing of its other models', () => {
  expect(cacheFacts('openrouter', 'anthropic/claude-sonnet-4.6')).toEqual(cacheFacts('anthropic', 'claude-sonnet-4-6'))
  expect(cacheFacts('openrouter', 'anthropic/claude-opus-4.6').minimumTokens).toBe(4_096)
  expect(cacheFacts('openrouter', 'openai/gpt-6-sol').keptMs).toBeNull()
})

describe('the price of a request', () => {
  const price: ModelPrice = { input: 4, output: 20, cachedInput: 0.2, cacheWrites: { '5m': 5, '1h': 8 } }
  const facts = cacheFacts('anthropic', 'claude-opus-5-5')
  const size: RequestSize = {
    inputTokens: 100_000,
    outputTokens: 1_000,
    prefix: { tokens: 90_000, warmUntil: NOON + 5 * MINUTE },
    headTokens: 0,
    lifetime: null,
  }
  // 90,000 read, 10,000 written, 1,000 out.
  const warm = expect.closeTo(0.018 + 0.05 + 0.02, 9)
  const cold = expect.closeTo(0.5 + 0.02, 9)

  it('rises when the cache’s lifetime is over', () => {
    const at = (now: number) => requestPrice(size, { price, facts, now })
    expect(at(NOON)).toEqual({
      tokens: 100_000,
      outputTokens: 1_000,
      usdWarm: warm,
      usdCold: cold,
      usd: warm,
      cache: 'warm',
      warmUntil: NOON + 5 * MINUTE,
      missing: [],
    })
    expect(at(NOON + 5 * MINUTE - 1)).toMatchObject({ usd: warm, cache: 'warm' })
    expect(at(NOON + 5 * MINUTE)).toMatchObject({ usd: cold, cache: 'cold', usdWarm: warm })
  })

  it('is the cold one where the provider documents no lifetime, and says that it may be less', () => {
    const found = requestPrice({ ...size, prefix: { tokens: 90_000, warmUntil: null } }, { price, facts, now: NOON })
    expect(found).toMatchObject({ usd: cold, usdWarm: warm, cache: 'maybe', warmUntil: null })
  })

  it('is a lower bound where writes for the lifetime have no published price', () => {
    const gpt: ModelPrice = { input: 2, output: 10, cachedInput: 0.2, cacheWrites: { '30m': 2.5 } }
    const cost = (lifetime: '30m' | '12h', by = gpt) =>
      requestPrice({ ...size, lifetime }, { price: by, facts: cacheFacts('openai', 'gpt-6-sol'), now: NOON })
    expect(cost('30m').missing).toEqual([])
    expect(cost('12h')).toMatchObject({ missing: ['cache writes'], usd: cost('30m').usd })
    expect(cost('12h', { ...gpt, cacheWrites: { '30m': 2.5, '12h': 4 } }).missing).toEqual([])
  })

  it('has no warm one without a cached part', () => {
    const found = requestPrice({ ...size, prefix: null }, { price, facts, now: NOON })
    expect(found).toMatchObject({ usd: cold, usdWarm: null, cache: 'cold' })
  })

  it('reads what the agents of other trees keep in the cache even when its own part is gone', () => {
    const found = requestPrice({ ...size, prefix: null, headTokens: 10_000 }, { price, facts, now: NOON })
    expect(found.usdCold).toBeCloseTo((90_000 * 5 + 10_000 * 0.2 + 1_000 * 20) / 1e6, 12)
  })

  it('writes for the lifetime that the agent’s requests ask for', () => {
    const found = requestPrice({ ...size, prefix: null, lifetime: '1h' }, { price, facts, now: NOON })
    expect(found.usdCold).toBeCloseTo((100_000 * 8 + 1_000 * 20) / 1e6, 12)
  })

  it('writes nothing below the minimum of the cache', () => {
    const found = requestPrice({ ...size, inputTokens: 500, prefix: null }, { price, facts, now: NOON })
    expect(found.usdCold).toBeCloseTo((500 * 4 + 1_000 * 20) / 1e6, 12)
  })

  it('goes by the tier of the whole request', () => {
    const tiered = { ...price, tiers: [{ inputTokensAbove: 99_999, input: 8, output: 40, cachedInput: 0.4 }] }
    const found = requestPrice({ ...size, prefix: null }, { price: tiered, facts, now: NOON })
    expect(found.usdCold).toBeCloseTo((100_000 * 8 + 1_000 * 40) / 1e6, 12)
  })

  it('is unknown without prices, and names the parts without one', () => {
    expect(requestPrice(size, { price: null, facts, now: NOON })).toMatchObject({
      usd: null,
      usdCold: null,
      usdWarm: null,
    })
    const partial = requestPrice(size, { price: { ...price, cachedInput: null }, facts, now: NOON })
    expect(partial.missing).toEqual(['cached input'])
  })
})
