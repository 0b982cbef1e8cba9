import type { RaceRun } from './race-steps.ts'

/** Of the drawing, in its own units. */
export const [WIDTH, HEIGHT] = [500, 224]
/** Where lines begin and end, and the height of all tests. */
export const [LEFT, RIGHT, TOP] = [30, 470, 34]
const BOTTOM = 200
/** Of a quarter circle. */
const TURN = 9

/** Steps between labels: ms, then tests. */
const TIME_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200].flatMap((count) => [count * 1_000, count * 60_000])
const MOST_TIMES = 4

/** Where times and counts of tests stand in the chart of a race. */
export interface RaceScale {
  /** Most tests of a run. */
  readonly most: number
  /** The height of the fewest tests that are shown. */
  readonly bottom: number
  /** ms at which labels stand. */
  readonly times: readonly number[]
  readonly counts: readonly number[]
  /** `at`: ms since the race began. */
  x(at: number): number
  y(passed: number): number
}

/** `before`: tests that passed before any change; fewer are shown if a run passed fewer. At least one run is needed. */
export function raceScale(runs: readonly RaceRun[], before: number): RaceScale {
  const most = Math.max(1, ...runs.map(({ passed, failed }) => passed + failed))
  const least = Math.min(before, most - 1, ...runs.map(({ passed }) => passed))
  const span = Math.max(1, ...runs.map(({ at }) => at))
  const steps = TIME_STEPS.toSorted((first, second) => first - second)
  const step = steps.find((each) => span / each < MOST_TIMES) ?? span
  const times = Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step)
  const middle = Math.round((least + most) / 2)
  return {
    most,
    bottom: BOTTOM,
    times,
    counts: middle > least && middle < most ? [least, middle] : [least],
    x: (at) => LEFT + (at / span) * (RIGHT - LEFT),
    y: (passed) => BOTTOM - ((passed - least) / (most - least)) * (BOTTOM - TOP),
  }
}

/** A line along the bottom that goes to each point with a quarter circle. */
export function stepsOf(points: readonly (readonly [x: number, y: number])[], bottom: number): string {
  let path = `M${LEFT} ${bottom}`
  let [beforeX, beforeY] = [LEFT, bottom]
  for (const [x, y] of points) {
    const turn = Math.min(TURN, Math.abs(beforeY - y), x - beforeX)
    const side = y < beforeY ? -1 : 1
    path += turn <= 0 ? `H${x}V${y}` : `H${x - turn}Q${x} ${beforeY} ${x} ${beforeY + side * turn}V${y}`
    ;[beforeX, beforeY] = [x, y]
  }
  return path
}
