import { expect, it } from 'vitest'

import { addDays, dayIn } from '../../../src/renderer/text/calendar-day.ts'
import { periodDays, type UsagePeriod } from '../../../src/renderer/store/usage-period.ts'
import {
  arePricesOld,
  usageFileName,
  usageRequests,
  type UsageSelection,
  withRow,
} from '../../../src/renderer/usage/usage-selection.ts'
import { usageSentence } from '../../../src/renderer/usage/usage-sentence.ts'
import { NO_USAGE } from '../../../src/shared/usage-report.ts'
import { usageCostText } from '../../../src/shared/usage-text.ts'

const ALL: UsageSelection = { period: 'month', by: 'model', folder: null, days: null, row: null }

it.each([
  // Clocks in Berlin go back an hour on 25 October 2026, so that day has 25 hours, and forward on 28 March 2027.
  ['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['Europe/Berlin', '2027-03-28T22:00:00Z', '2027-03-29'],
  // Samoa had no 30 December 2011.
  ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
])('is in %s, at %s, on %s', (timeZone, time, day) => {
  expect(dayIn(timeZone, Date.parse(time))).toBe(day)
})

it.each<[UsagePeriod, object]>([
  ['today', { from: '2026-10-26', to: '2026-10-26' }],
  ['7days', { from: '2026-10-20', to: '2026-10-26' }],
  ['30days', { from: '2026-09-27', to: '2026-10-26' }],
  ['month', { from: '2026-10-01', to: '2026-10-26' }],
  ['all', {}],
])('counts the days of %s by the calendar, also when clocks change', (period, days) => {
  expect(periodDays(period, '2026-10-26')).toEqual(days)
})

it('counts over leap days and ends of years', () => {
  expect([addDays('2028-02-28', 1), addDays('2027-02-28', 1), addDays('2026-01-01', -1)]).toEqual([
    '2028-02-29',
    '2027-03-01',
    '2025-12-31',
  ])
})

it('asks for the chart without the chosen day, and for the table with it', () => {
  const day = { from: '2026-11-12', to: '2026-11-12', label: '12 Nov 2026' }
  const row = { by: 'pool', key: '', label: 'No pool' } as const
  expect(usageRequests({ ...ALL, folder: '/a', days: day, row }, '2026-11-22', 'UTC')).toEqual({
    chart: { by: 'day', timeZone: 'UTC', from: '2026-11-01', to: '2026-11-22', folder: '/a', pool: '' },
    table: { by: 'model', timeZone: 'UTC', from: '2026-11-12', to: '2026-11-12', folder: '/a', pool: '' },
    folders: { by: 'folder', timeZone: 'UTC', from: '2026-11-01', to: '2026-11-22' },
  })
})

it.each([
  ['day', { days: { from: '2026-11-02', to: '2026-11-02', label: 'L' } }],
  ['model', { row: { by: 'model', key: '2026-11-02', label: 'L' } }],
  ['pool', { row: { by: 'pool', key: '2026-11-02', label: 'L' } }],
  ['folder', { folder: '2026-11-02' }],
] as const)('shows the agents behind a row of a %s', (by, change) => {
  const row = { ...NO_USAGE, key: '2026-11-02', label: 'L' }
  expect(withRow({ ...ALL, by }, row)).toEqual({ ...ALL, by: 'agent', ...change })
})

it('counts prices as old after thirty days', () => {
  expect(arePricesOld('2026-10-23', '2026-11-22')).toBe(false)
  expect(arePricesOld('2026-10-22', '2026-11-22')).toBe(true)
  expect(arePricesOld(null, '2026-11-22')).toBe(false)
})

it('names exported files after what they hold', () => {
  const request = { by: 'model', timeZone: 'UTC' } as const
  const days = { from: '2026-11-01', to: '2026-11-22' }
  expect(usageFileName({ ...request, ...days }, 'csv')).toBe('ikigai-usage-by-model-2026-11-01-2026-11-22.csv')
  expect(usageFileName({ ...request, from: days.to, to: days.to }, 'json')).toBe(
    'ikigai-usage-by-model-2026-11-22.json',
  )
  expect(usageFileName(request, 'csv')).toBe('ikigai-usage-by-model.csv')
})

it('says what a period and today cost, with the tokens', () => {
  const of = (usd: number, responses: number) => ({
    ...NO_USAGE,
    responses,
    input: 1_000 * responses,
    cached: 710 * responses,
    output: 510 * responses,
    cost: { usd, unpriced: 0, partial: 0 },
  })
  const rows = [{ ...of(3.12, 6), key: '2026-11-22', label: '' }]
  const report = { by: 'day', rows, totals: of(48.2, 6_100) } as const
  expect(usageSentence(report, 'month', '2026-11-22').join(' · ')).toBe(
    '$48.20 this month · $3.12 today · 6.1M in (71 % cached) · 3.1M out',
  )
  expect(usageSentence(report, 'today', '2026-11-23')[0]).toBe('$0.00 today')
})

it('says free, unknown and at least', () => {
  const figures = { ...NO_USAGE, responses: 2, output: 5 }
  expect(usageCostText(figures)).toBe('free')
  expect(usageCostText({ ...figures, cost: { usd: 0.5, unpriced: 1, partial: 0 } })).toBe('≥ $0.50')
  expect(usageCostText({ ...figures, cost: { usd: 0, unpriced: 2, partial: 0 } })).toBe('—')
  expect(usageCostText({ ...figures, unreported: 2 })).toBe('—')
  expect(usageCostText(NO_USAGE)).toBe('$0.00')
})
