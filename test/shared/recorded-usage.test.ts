import fc from 'fast-check'
import { expect, it } from 'vitest'

import { interruptedEvent } from '../../src/main/core/conversation/response-events.ts'
import { recordedCost, recordedUsage, usageData } from '../../src/shared/recorded-usage.ts'
import { responseCost } from '../../src/shared/response-cost.ts'
import { eventUsage } from '../../src/shared/usage-totals.ts'
import { CACHE_LIFETIMES, NO_DETAILS, type ResponseCost, type ResponseUsage } from '../../src/shared/usage.ts'

const tokens = fc.nat(10_000_000)
const unknownOr = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const above0 = fc.integer({ min: 1, max: 1_000_000 })
const counts = unknownOr(
  fc.dictionary(fc.constantFrom('web_search', 'audio', 'image'), above0, { noNullPrototype: true }),
)
const word = unknownOr(fc.constantFrom('standard', 'fast', 'us'))
const usage: fc.Arbitrary<ResponseUsage> = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  thinkingTokens: tokens,
  cachedTokens: tokens,
  totalTokens: tokens,
  cacheWrites: unknownOr(fc.dictionary(fc.constantFrom(...CACHE_LIFETIMES), above0, { noNullPrototype: true })),
  serverTools: counts,
  inputModalities: counts,
  outputModalities: counts,
  serviceTier: word,
  speed: word,
  region: word,
  contextTokens: unknownOr(tokens),
  cost: unknownOr(fc.double({ min: 0, max: 1e6, noNaN: true })),
})

it('comes out of the log as it went in', () => {
  fc.assert(
    fc.property(usage, (reported) => {
      expect(recordedUsage(JSON.parse(JSON.stringify(usageData(reported, responseCost(reported, null)))))).toEqual(
        reported,
      )
    }),
  )
})

const cost: fc.Arbitrary<ResponseCost> = fc.record({
  usd: fc.double({ min: 0, max: 1e6, noNaN: true }),
  source: fc.constantFrom('provider', 'list'),
  missing: fc.array(fc.constantFrom('cache writes', 'audio input')),
})

it('keeps the cost of a response with its source and what has no price', () => {
  fc.assert(
    fc.property(usage, unknownOr(cost), (reported, known) => {
      const stored: unknown = JSON.parse(JSON.stringify(usageData({ ...reported, cost: null }, known)))
      // JSON has no negative zero.
      expect(recordedCost(stored)).toEqual(known === null ? null : { ...known, usd: known.usd + 0 })
      const own = known?.source === 'provider' ? known.usd + 0 : null
      expect(recordedUsage(stored)?.cost).toBe(own)
    }),
  )
})

it('reads a cost without a source as the provider’s, and no cost from what is no amount', () => {
  expect(recordedCost({ cost_usd: 0.25 })).toEqual({ usd: 0.25, source: 'provider', missing: [] })
  expect(recordedCost({ cost_usd: 1, cost_source: 'list', cost_missing: ['a', 2, null] })).toEqual({
    usd: 1,
    source: 'list',
    missing: ['a'],
  })
  for (const odd of ['1', -1, null, Infinity, [1], {}]) expect(recordedCost({ cost_usd: odd })).toBeNull()
  expect(recordedCost({ cost_source: 'list' })).toBeNull()
})

it('reads what an older version did not record as unknown, not as zero', () => {
  const old = { input_tokens: 10, output_tokens: 2, cached_tokens: 4, total_tokens: 12 }
  expect(recordedUsage(old)).toMatchObject({ inputTokens: 10, cachedTokens: 4, ...NO_DETAILS })
  expect(recordedUsage({ blocks: [] })).toBeNull()
})

it('takes nothing from a file that is no figure', () => {
  const odd = { input_tokens: 'many', output_tokens: 5, cached_tokens: -1, cache_write_tokens: { '5m': 2.5, '3h': 1 } }
  const more = { server_tool_uses: [1], cost_usd: '1', service_tier: 7, context_tokens: null }
  expect(recordedUsage({ ...odd, ...more })).toEqual({
    inputTokens: 0,
    outputTokens: 5,
    thinkingTokens: 0,
    cachedTokens: 0,
    totalTokens: 5,
    ...NO_DETAILS,
    cacheWrites: {},
  })
})

it('keeps of an answer that was cut what had been reported by then', () => {
  const known = { inputTokens: 2103, outputTokens: 1, thinkingTokens: 0, cachedTokens: 0, totalTokens: 2104 }
  const reported = { ...known, ...NO_DETAILS, cacheWrites: { '1h': 2000 } }
  const speaker = {
    choice: { provider: 'anthropic', model: 'm', thinkingLevel: 'none' },
    endpoint: 'messages',
    cost: () => null,
  } as const
  const start = { type: 'start', model: 'm', usage: reported } as const
  const cut = interruptedEvent({ agentId: 'a', turnId: 't' }, [start], speaker, 'cancelled')
  expect(cut.data).toMatchObject({ reason: 'cancelled', input_tokens: 2103, cache_write_tokens: { '1h': 2000 } })
  const event = { ...cut, id: 1, sessionId: 1, createdAt: '' }
  expect(eventUsage(event)).toEqual(reported)
})
