import { expect, it } from 'vitest'

import type { BenchRow } from './bench-result.ts'
import { compareRatios } from './check-ratios.ts'

const rate = (ratio: number): BenchRow => ({ what: 'commits', value: 1, unit: 'events/s', ratio })
const time = (ratio: number): BenchRow => ({ what: 'fork', value: 1, unit: 'ms', ratio })
const regressions = (...rows: readonly BenchRow[]): readonly string[] =>
  compareRatios(rows, { commits: 1, fork: 1 }).flatMap(({ what, isRegression }) => (isRegression ? [what] : []))

it('finds ratios that are worse by more than a fifth', () => {
  expect(regressions(rate(0.8), time(1.25))).toEqual(['commits', 'fork'])
})

it('accepts what is better, or worse by less', () => {
  expect(regressions(rate(0.85), time(1.2))).toEqual([])
  expect(regressions(rate(2), time(0.5))).toEqual([])
})

it('leaves out rows without a ratio, and new ones', () => {
  expect(
    compareRatios(
      [
        { what: 'fork', value: 1, unit: 'ms' },
        { ...time(9), what: 'new' },
      ],
      { fork: 1 },
    ),
  ).toEqual([])
})
