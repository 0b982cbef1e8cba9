import type { BenchRow } from './bench-result.ts'

/** How much worse a ratio may become before it counts as a regression. */
const TOLERANCE = 0.2

/** Ratios by the name of their row. */
type Baseline = Readonly<Record<string, number>>

/** As JSON is read, an absent ratio may also be undefined. */
type RatioRow = Pick<BenchRow, 'what' | 'unit'> & { readonly ratio?: number | undefined }

/** A ratio beside what it was. */
interface ComparedRatio {
  readonly what: string
  readonly before: number
  readonly now: number
  readonly isRegression: boolean
}

/**
 * Compares the ratios of these rows with those of the baseline. Of a rate (`events/s`) a lower ratio is worse, of
 * everything else a higher one. Rows without a ratio, or that the baseline lacks, are left out.
 */
export function compareRatios(rows: readonly RatioRow[], baseline: Baseline): readonly ComparedRatio[] {
  return rows.flatMap(({ what, unit, ratio: now }) => {
    const before = baseline[what]
    if (now === undefined || before === undefined) return []
    const worsening = unit.endsWith('/s') ? before / now : now / before
    return [{ what, before, now, isRegression: worsening > 1 + TOLERANCE }]
  })
}
