import { type BenchRow, isReached } from './bench-result.ts'

/** How much worse a ratio may become before it counts as a regression. */
const TOLERANCE = 0.2

/** Ratios of one benchmark by the name of their row. */
export type Ratios = Readonly<Record<string, number>>

/** As JSON is read, what is absent may also be undefined. */
type Optional<Row> = { readonly [Key in keyof Row]: Row[Key] | undefined }
export type MeasuredRow = Pick<BenchRow, 'what' | 'value' | 'unit'> & Optional<Pick<BenchRow, 'ratio' | 'goal'>>

export interface ComparedRatio {
  readonly what: string
  readonly before: number
  /** Null: the benchmark has no such row any more. */
  readonly now: number | null
  readonly isRegression: boolean
}

/**
 * Compares the ratios of the baseline with the best ones of these runs of one benchmark: another program can make a run
 * worse, nothing makes one better than the code is. A row that is gone counts as a regression, so that nothing stops
 * being checked unnoticed.
 */
export function compareRatios(runs: readonly (readonly MeasuredRow[])[], baseline: Ratios): readonly ComparedRatio[] {
  return Object.entries(baseline).map(([what, before]) => {
    const rows = runs.flat().filter((row) => row.what === what)
    const ratios = rows.flatMap(({ ratio, unit }) => (ratio === undefined ? [] : [{ ratio, isRate: isRate(unit) }]))
    const [best] = ratios.toSorted((a, b) => (a.isRate ? b.ratio - a.ratio : a.ratio - b.ratio))
    if (best === undefined) return { what, before, now: null, isRegression: true }
    const worsening = best.isRate ? before / best.ratio : best.ratio / before
    return { what, before, now: best.ratio, isRegression: worsening > 1 + TOLERANCE }
  })
}

/** Of a rate (`events/s`) a lower ratio is worse, of everything else a higher one. */
function isRate(unit: string): boolean {
  return unit.endsWith('/s')
}

/** The rows whose goal no run reached. */
export function missedGoals(runs: readonly (readonly MeasuredRow[])[]): readonly string[] {
  const byName = Map.groupBy(runs.flat(), ({ what }) => what)
  return [...byName].flatMap(([what, rows]) => (rows.every((row) => isReached(row) === false) ? [what] : []))
}

/** The median of each ratio of these runs, to be kept as the baseline. */
export function medianRatios(runs: readonly (readonly MeasuredRow[])[]): Ratios {
  const byName = Map.groupBy(runs.flat(), ({ what }) => what)
  const medians = [...byName].flatMap(([what, rows]): [string, number][] => {
    const ratios = rows.flatMap(({ ratio }) => ratio ?? []).toSorted((a, b) => a - b)
    const middle = ratios[Math.floor(ratios.length / 2)]
    return middle === undefined ? [] : [[what, Number(middle.toPrecision(2))]]
  })
  return Object.fromEntries(medians)
}
