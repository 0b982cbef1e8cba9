import { cpus, loadavg } from 'node:os'

import { type BenchRow, isReached } from '../bench-result.ts'

/** One measured figure of the window, and what it should be. */
export interface WindowFigure {
  readonly what: string
  readonly value: number
  /** `×`: the figure is a ratio of two others of the same run. */
  readonly unit: string
  /** At most this; missing: it is told and not judged. */
  readonly goal?: number
  /** What it was taken from, where that says something: `2,400 deltas`. */
  readonly of?: string
}

/** The value below which the part lies; NaN of nothing. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Returns the figure as a row of the other benchmarks, by which its ratio is checked. */
export function benchRow({ what, value, unit, goal }: WindowFigure): BenchRow {
  return {
    what,
    value,
    unit,
    ...(unit === RATIO && { ratio: value }),
    ...(goal !== undefined && { goal: { atMost: goal } }),
  }
}

const RATIO = '×'

/**
 * A table with the goal next to each figure, and how busy the machine was; `--json` prints the figures as rows of JSON
 * instead.
 */
export function printFigures(figures: readonly WindowFigure[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(figures.map(benchRow), null, 2)}\n`)
    return
  }
  process.stdout.write(
    `Load of the machine in the last minute: ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors\n`,
  )
  const rows = figures.map((figure) => [figure.what, valueText(figure), goalText(figure), figure.of ?? ''])
  const table = [['Figure', 'Measured', 'Goal', 'Of'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const [what = '', value = '', goal = '', of = ''] of table) {
    const [first = 0, second = 0, third = 0] = widths
    process.stdout.write(`${what.padEnd(first)}  ${value.padStart(second)}  ${goal.padEnd(third)}  ${of}`.trimEnd())
    process.stdout.write('\n')
  }
}

function valueText({ value, unit }: WindowFigure): string {
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digitsOf(value) })} ${unit}`
}

function digitsOf(value: number): number {
  if (value < 1) return 2
  return value < 100 ? 1 : 0
}

function goalText(figure: WindowFigure): string {
  const { goal, unit } = figure
  if (goal === undefined) return ''
  return `≤ ${goal.toLocaleString('en-US')} ${unit} ${isReached(benchRow(figure)) === true ? '✓' : '✗'}`
}
