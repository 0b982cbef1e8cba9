import { expect, it } from 'vitest'

import { NO_COST } from '../../../src/shared/cost-sum.ts'
import type { DayUse } from '../../../src/shared/near-limit.ts'
import { estimateText, limitText, spokenCost } from '../../../src/renderer/parts/money-text.ts'

const known = (usd: number) => ({ usd, missing: [] })
const unknown = { usd: null, missing: [] }

it('marks every estimate, and says where a part of a sum has no price', () => {
  expect(estimateText([known(0.05)])).toBe('≈ $0.05')
  expect(estimateText([known(0.05), known(0.004)])).toBe('≈ $0.05')
  expect(estimateText([known(0.0042)])).toBe('≈ $0.0042')
  expect(estimateText([known(0.05), unknown])).toBe('≥ ≈ $0.05')
  expect(estimateText([{ usd: 0.05, missing: ['audio input'] }])).toBe('≥ ≈ $0.05')
  expect(estimateText([known(0.000_01)])).toBe('< $0.0001')
  expect(estimateText([known(0.000_01), unknown])).toBe('> $0.00')
  expect(estimateText([{ usd: 0.000_01, missing: ['audio input'] }])).toBe('> $0.00')
  expect(estimateText([known(0)])).toBe('free')
  expect([estimateText([]), estimateText([unknown]), estimateText([known(0), unknown])]).toEqual(['—', '—', '—'])
})

it('reads costs aloud', () => {
  const cost = (usd: number, unpriced = 0) => spokenCost({ usd, unpriced, partial: 0 })
  expect([0.12, 0.01, 0.004, 0.000_7, 0.000_007, 0.996, 1.2, 0].map((usd) => cost(usd))).toEqual([
    '12 cents',
    '1 cent',
    '0.4 cents',
    'under 0.1 cents',
    'under 0.1 cents',
    '$1.00',
    '$1.20',
    'free',
  ])
  expect([cost(0.12, 1), cost(0, 1), cost(0.000_7, 1)]).toEqual([
    'at least 12 cents',
    'cost not known',
    'cost not known',
  ])
})

it('says in the language of the window how much of a limit is used, and of which', () => {
  const use = (period: DayUse['period'], usd: number, limit = 10): DayUse => {
    return { period, day: '2026-11-01', cost: { ...NO_COST, usd }, limit }
  }
  expect(limitText(use('day', 8.5))).toBe('85 % of today’s limit of $10.00 is used.')
  expect(limitText(use('month', 10.5))).toBe('This month’s limit of $10.00 was passed: $10.50 used.')
  expect(limitText(use('month', 0, 0))).toContain('max_cost_per_month')
})
