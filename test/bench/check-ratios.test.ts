import { describe, expect, it } from 'vitest'

import type { BenchRow } from './bench-result.ts'
import { compareRatios, medianRatios, missedGoals } from './check-ratios.ts'

const BASELINE = { commits: 1, fork: 1 }
const rate = (ratio: number): BenchRow => ({ what: 'commits', value: 1, unit: 'events/s', ratio })
const time = (ratio: number): BenchRow => ({ what: 'fork', value: 1, unit: 'ms', ratio })
const regressions = (...runs: readonly (readonly BenchRow[])[]): readonly string[] =>
  compareRatios(runs, BASELINE).flatMap(({ what, isRegression }) => (isRegression ? [what] : []))

describe('the ratios of a benchmark', () => {
  it('are regressions when they are worse by more than a fifth', () => {
    expect(regressions([rate(0.8), time(1.25)])).toEqual(['commits', 'fork'])
  })

  it('may be better, or worse by less', () => {
    expect(regressions([rate(0.85), time(1.2)])).toEqual([])
    expect(regressions([rate(2), time(0.5)])).toEqual([])
  })

  it('are regressions only if every run says so', () => {
    expect(regressions([rate(0.5), time(1)], [rate(1), time(2)])).toEqual([])
    expect(regressions([rate(0.5), time(3)], [rate(1), time(2)])).toEqual(['fork'])
  })

  it('must still be measured', () => {
    expect(compareRatios([[rate(1), { what: 'fork', value: 1, unit: 'ms' }]], BASELINE)).toEqual([
      { what: 'commits', before: 1, now: 1, isRegression: false },
      { what: 'fork', before: 1, now: null, isRegression: true },
    ])
  })

  it('are kept as their medians, with two digits', () => {
    const runs = [
      [rate(0.5), time(1.234)],
      [rate(0.7), time(1)],
      [rate(0.6), time(9), { ...time(1), what: 'new' }],
    ]
    expect(medianRatios(runs)).toEqual({ commits: 0.6, fork: 1.2, new: 1 })
    expect(medianRatios([[{ what: 'size', value: 1, unit: 'MB' }]])).toEqual({})
  })
})

it('a goal is missed if no run reached it', () => {
  const opened = (value: number): BenchRow => ({ what: 'open', value, unit: 'ms', goal: { under: 10 } })
  expect(missedGoals([[opened(11)], [opened(9)]])).toEqual([])
  expect(missedGoals([[opened(11), time(1)], [opened(12)]])).toEqual(['open'])
})
