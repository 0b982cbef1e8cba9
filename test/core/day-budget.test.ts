import { DEFAULT_CONFIG } from '../../src/shared/config.ts'
import { expect, it } from 'vitest'

import { DayBudget } from '../../src/main/core/budgets/day-budget.ts'
import { NO_COST } from '../../src/shared/cost-sum.ts'
import { memorySettings } from '../support/memory-settings.ts'

/** A daily limit of $5 on a day on which `usd` were spent. */
function limit(settings = memorySettings(), maxCostPerDay = 5) {
  const on = (day: string, usd: number) =>
    new DayBudget(
      settings,
      { costIn: () => Promise.resolve({ ok: true, value: { day, cost: { ...NO_COST, usd } } }) },
      { config: { ...DEFAULT_CONFIG, maxCostPerDay }, clock: { now: () => 0, sleep: () => Promise.resolve() } },
    )
  const limitOn = async (day: string): Promise<unknown> => {
    const use = await on(day, 1).use()
    return use.ok ? (use.value?.limit ?? null) : use.error
  }
  return { on, limitOn }
}

it('is raised for one day only, and each time from where it is', async () => {
  const { on, limitOn } = limit()
  expect(await limitOn('2026-01-01')).toBe(5)
  await on('2026-01-01', 1).extend('2026-01-01', 2)
  await on('2026-01-01', 1).extend('2026-01-01', 3)
  expect(await limitOn('2026-01-01')).toBe(10)
  expect(await limitOn('2026-01-02')).toBe(5)
  await on('2026-01-02', 1).extend('2026-01-02', 4)
  expect(await limitOn('2026-01-02')).toBe(9)
})

it('does not apply on a day for which it was lifted, whatever is added later', async () => {
  const { on, limitOn } = limit()
  await on('2026-01-01', 1).extend('2026-01-01', null)
  await on('2026-01-01', 1).extend('2026-01-01', 1)
  expect([await limitOn('2026-01-01'), await limitOn('2026-01-02')]).toEqual([null, 5])
})

it('is overrun at the limit, and by a request that would exceed it', async () => {
  const { on } = limit()
  const overrun = async (usd: number, next: number | null) => {
    const result = await on('2026-01-01', usd).overrun(next)
    return result.ok && result.value !== null
  }
  expect([await overrun(4.99, null), await overrun(5, null)]).toEqual([false, true])
  expect([await overrun(4, 1), await overrun(4, 1.01)]).toEqual([false, true])
})

it('asks before anything is spent while its value in the file is wrong, and each approval allows a dollar', async () => {
  const { on, limitOn } = limit(memorySettings(), 0)
  const ask = async (usd: number) => {
    const asked = await on('2026-01-01', usd).question(0.01, () => Promise.resolve())
    return asked.ok ? asked.value : null
  }
  const first = await ask(0)
  expect([first?.subject, first?.step]).toEqual([
    'max_cost_per_day in config.json is wrong, so it is not known what may be spent. Correct it there',
    '$1.00',
  ])
  await first?.raise(false)
  expect(await limitOn('2026-01-01')).toBe(1)
  expect(await ask(0.5)).toBeNull()
  expect((await ask(1))?.step).toBe('$1.00')
})
