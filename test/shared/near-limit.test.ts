import { expect, it } from 'vitest'

import { NO_COST } from '../../src/shared/cost-sum.ts'
import { dayNotice, dayShare, type DayUse } from '../../src/shared/near-limit.ts'

const use = (period: DayUse['period'], usd: number, limit = 10): DayUse => {
  return { period, day: '2026-11-01', cost: { ...NO_COST, usd }, limit }
}

it('says of the day and of the month how much of their limits is used', () => {
  expect(dayNotice(use('day', 8.5))).toBe('85 % of today’s limit of $10.00 is used.')
  expect(dayNotice(use('month', 8.5))).toBe('85 % of this month’s limit of $10.00 is used.')
  expect(dayNotice(use('month', 10.5))).toBe('This month’s limit of $10.00 was passed: $10.50 used.')
})

it('says which limit allows nothing', () => {
  expect(dayNotice(use('month', 0, 0))).toBe(
    'Nothing may be spent: this month’s limit is $0.00. It is max_cost_per_month in config.json.',
  )
})

it('counts a limit that is wrong as used up', () => {
  expect(dayShare(use('day', 0, 0))).toBe(1)
})
