import { describe, expect, it } from 'vitest'

import { raceScale, LEFT, RIGHT, stepsOf, TOP } from '../../../src/renderer/pane/race-scale.ts'

const run = (minutes: number, passed: number, failed: number) => ({ at: minutes * 60_000, passed, failed })

describe('raceScale', () => {
  it.each([
    ['half an hour', [run(30, 9, 5)], 6, [0, 10, 20, 30], [6, 10]],
    ['two minutes', [run(2, 3, 0)], 0, [0, 1, 2], [0, 2]],
    ['fewer than before', [run(4, 2, 8)], 5, [0, 2, 4], [2, 6]],
    ['one test', [run(1, 1, 0)], 0, [0, 0.33, 0.67, 1], [0]],
    ['ten hours', [run(600, 4, 0)], 1, [0, 300, 600], [1, 3]],
  ])('has few labels on whole steps: %s', (_name, runs, before, minutes, counts) => {
    const scale = raceScale(runs, before)
    expect(scale.times.map((time) => Math.round(time / 600) / 100)).toEqual(minutes)
    expect(scale.counts).toEqual(counts)
    expect(scale.x(0)).toBe(LEFT)
    expect(scale.x(runs[0]?.at ?? 0)).toBe(RIGHT)
    expect(scale.y(scale.most)).toBe(TOP)
    expect(scale.y(counts[0] ?? 0)).toBe(scale.bottom)
  })

  it('goes to each point along whole steps, also where a run passes fewer tests', () => {
    expect(stepsOf([[40, 200]], 200)).toBe('M30 200H40V200')
    expect(
      stepsOf(
        [
          [60, 100],
          [90, 150],
        ],
        200,
      ),
    ).toBe('M30 200H51Q60 200 60 191V100H81Q90 100 90 109V150')
  })
})
