import fc from 'fast-check'
import { expect, it } from 'vitest'

import { chartScale, heightOf, measureOf, usageBars } from '../../../src/renderer/usage/usage-bars.ts'
import { addFigures, NO_USAGE, type UsageRow } from '../../../src/shared/usage-report.ts'

const row = (key: string, usd: number, output = 1): UsageRow => ({
  ...NO_USAGE,
  key,
  label: key,
  responses: 1,
  output,
  cost: { usd, unpriced: 0, partial: 0 },
})

it('has a bar for every day of the period, also for days without responses', () => {
  const bars = usageBars([row('2026-10-25', 0.5)], { from: '2026-10-24', to: '2026-10-26' })
  expect(bars.map(({ label, from, to, cost }) => [label, from, to, cost.usd])).toEqual([
    ['24 Oct 2026', '2026-10-24', '2026-10-24', 0],
    ['25 Oct 2026', '2026-10-25', '2026-10-25', 0.5],
    ['26 Oct 2026', '2026-10-26', '2026-10-26', 0],
  ])
})

it('sums months when there would be too many days, and years when there would be too many months', () => {
  const rows = [row('2025-12-31', 1), row('2026-01-01', 2), row('2026-01-31', 4), row('2026-11-22', 8)]
  const months = usageBars(rows, {})
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3).map(({ label, from, to, cost }) => [label, from, to, cost.usd])).toEqual([
    ['Dec 2025', '2025-12-31', '2025-12-31', 1],
    ['Jan 2026', '2026-01-01', '2026-01-31', 6],
    ['Feb 2026', '2026-02-01', '2026-02-28', 0],
  ])
  expect(months.at(-1)).toMatchObject({ label: 'Nov 2026', from: '2026-11-01', to: '2026-11-22' })
  const years = usageBars([row('1970-01-01', 1), ...rows], {})
  expect(years).toHaveLength(57)
  expect(years.at(-1)).toMatchObject({ label: '2026', from: '2026-01-01', to: '2026-11-22', cost: { usd: 14 } })
})

it('has no bars without rows, and takes no notice of what is no day', () => {
  expect(usageBars([], {})).toEqual([])
  expect(usageBars([row('12026-01-01', 1)], {})).toEqual([])
})

it('keeps the sums, and its bars follow each other without gaps', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(days, (offsets) => {
      const rows = offsets
        .toSorted((a, b) => a - b)
        .map((offset) => row(new Date(offset * 86_400_000).toISOString().slice(0, 10), 0.25))
      const bars = usageBars(rows, {})
      expect(bars.reduce(addFigures, NO_USAGE)).toEqual(rows.reduce(addFigures, NO_USAGE))
      expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([rows[0]?.key, rows.at(-1)?.key])
      expect(bars.length).toBeLessThanOrEqual(93)
      bars.slice(1).forEach(({ from }, index) => {
        expect(Date.parse(from) - Date.parse(bars[index]?.to ?? '')).toBe(86_400_000)
      })
    }),
  )
})

it('shows tokens where no cost is known', () => {
  const free = usageBars([row('2026-11-01', 0, 700)], {})
  expect([measureOf(free), ...free.map((bar) => heightOf(bar, measureOf(free)))]).toEqual(['output', 700])
  expect(measureOf(usageBars([row('2026-11-01', 0), row('2026-11-02', 0.01)], {}))).toBe('cost')
  expect(measureOf([])).toBe('cost')
})

it.each([
  [0, [0]],
  [5.9, [0, 2, 4, 6]],
  [6, [0, 2, 4, 6]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [0.0007, [0, 0.0005, 0.001]],
  [1, [0, 0.5, 1]],
  [9_999, [0, 5_000, 10_000]],
])('has round numbers up to a highest bar of %d', (highest, ticks) => {
  expect(chartScale(highest).ticks).toEqual(ticks)
})

it('never has a bar above its highest number, nor many numbers', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
      const { ticks, highest } = chartScale(value)
      expect(highest).toBeGreaterThanOrEqual(value * (1 - 1e-9))
      expect(ticks.at(-1)).toBe(highest)
      expect(ticks.length).toBeLessThanOrEqual(4)
    }),
  )
})
