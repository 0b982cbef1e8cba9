import { describe, expect, it } from 'vitest'

import { isReached } from '../bench-result.ts'
import { compareRatios, missedGoals } from '../check-ratios.ts'
import { benchRow, type WindowFigure } from './window-figure.ts'

const ratio = (value: number): WindowFigure => ({ what: 'CPU ÷ bare text', value, unit: '×', goal: 1.3 })
const frames = (value: number): WindowFigure => ({ what: 'long frames', value, unit: '', goal: 0 })

describe('a figure of the window', () => {
  it('is checked as a ratio of the other benchmarks if its unit is ×', () => {
    const compared = (value: number) => compareRatios([[benchRow(ratio(value))]], { 'CPU ÷ bare text': 5 })
    expect(compared(5.9)).toEqual([{ what: 'CPU ÷ bare text', before: 5, now: 5.9, isRegression: false }])
    expect(compared(6.1)).toEqual([{ what: 'CPU ÷ bare text', before: 5, now: 6.1, isRegression: true }])
  })

  it('has no ratio otherwise', () => {
    expect(benchRow({ what: 'CPU', value: 2, unit: 'ms', of: '600 frames' })).toEqual({
      what: 'CPU',
      value: 2,
      unit: 'ms',
    })
  })

  it('reaches a goal that it equals', () => {
    expect([0, 1].map((value) => isReached(benchRow(frames(value))))).toEqual([true, false])
    expect(missedGoals([[benchRow(frames(1)), benchRow(ratio(1.3))]])).toEqual(['long frames'])
  })
})
