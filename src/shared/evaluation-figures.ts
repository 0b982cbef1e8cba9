import type { EvaluationView, ModelResult, PairResult, RateInterval } from './evaluation.ts'
import { costText } from './money.ts'

/** The columns of the table of models. */
export const MODEL_COLUMNS: readonly string[] = [
  'Model',
  'Passed',
  'Rate',
  'Interval',
  'Failed',
  'Not judged',
  'Cost',
  'Each',
  'Median time',
]
/** The columns of a table that compares. */
export const PAIR_COLUMNS: readonly string[] = ['Compared', 'Better', 'Worse', 'Equal', 'Difference', 'p']
/** The first column of a table that compares with another run. */
export const OTHER_RUN = 'Against the other run'

const NONE = '–'

/** The models, the best rate first. */
export function bestFirst({ models }: EvaluationView): readonly ModelResult[] {
  return models.toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
}

/** The figures of a model, in English, by `MODEL_COLUMNS`. */
export function modelCells(result: ModelResult): readonly string[] {
  const { model, planned, checked, passed, failed, notJudged, rate, interval, cost, medianLatencyMs } = result
  return [
    model,
    checked === planned ? `${passed}/${checked}` : `${passed}/${checked} of ${planned}`,
    rate === null ? NONE : percent(rate),
    intervalText(interval),
    String(failed),
    String(notJudged),
    costText(cost),
    checked === 0 ? NONE : costText({ ...cost, usd: cost.usd / checked }),
    medianLatencyMs === null ? NONE : `${(medianLatencyMs / 1_000).toFixed(1)} s`,
  ]
}

export function intervalText(interval: RateInterval | null): string {
  return interval === null ? NONE : `${percent(interval.low)} to ${percent(interval.high)}`
}

/** Two models of a run, by `PAIR_COLUMNS`. */
export function pairCells(pair: PairResult): readonly string[] {
  return [`${pair.a} – ${pair.b}`, ...pairFigures(pair)]
}

/** One model in two runs, by `PAIR_COLUMNS`. */
export function runCells(pair: PairResult): readonly string[] {
  return [pair.a, ...pairFigures(pair)]
}

function pairFigures({ better, worse, equal, difference, p }: PairResult): readonly string[] {
  const points = `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} pp`
  return [String(better), String(worse), String(equal), points, p < 0.001 ? '< 0.001' : p.toFixed(3)]
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}
