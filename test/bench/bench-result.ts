/** One measured line. Ratios compare what ran in the same process on the same machine. */
export interface BenchRow {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Against the row that it is compared with. */
  readonly ratio?: number
  readonly comparedWith?: string
  /** What is wanted of the value. */
  readonly goal?: BenchGoal
}

export type BenchGoal = { readonly under: number } | { readonly atMost: number } | { readonly over: number }

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** ms that `run` took. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await run()
  return performance.now() - before
}

/** A table for people; `--json` prints the rows as JSON instead. */
export function printRows(rows: readonly BenchRow[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, value, unit, ratio, comparedWith, goal } of rows) {
    const figure = value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 })
    const comparison = ratio === undefined ? '' : `  ${ratioText(ratio)} × ${comparedWith ?? ''}`
    const wanted = goal === undefined ? '' : `  ${goalOf(value, goal)}`
    process.stdout.write(`${what.padEnd(width)}  ${figure.padStart(10)} ${unit}${comparison}${wanted}\n`)
  }
}

/** Two decimals, or as many as show two digits. */
export function ratioText(ratio: number): string {
  return ratio < 0.1 ? String(Number(ratio.toPrecision(2))) : ratio.toFixed(2)
}

/** Whether the goal is reached; null: there is none. */
export function isReached({ value, goal }: Pick<BenchRow, 'value'> & { goal?: BenchRow['goal'] }): boolean | null {
  if (goal === undefined) return null
  if ('under' in goal) return value < goal.under
  return 'atMost' in goal ? value <= goal.atMost : value > goal.over
}

function goalOf(value: number, goal: BenchGoal): string {
  return `(goal ${goalWords(goal)}: ${isReached({ value, goal }) === true ? 'reached' : 'missed'})`
}

function goalWords(goal: BenchGoal): string {
  if ('under' in goal) return `< ${goal.under}`
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `> ${goal.over}`
}
