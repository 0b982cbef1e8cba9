import type { EvaluationView, ModelResult, PairResult } from '../../shared/evaluation.ts'
import { costText } from '../../shared/money.ts'
import { type Column, textTable } from './text-table.ts'

const COLUMNS: readonly Column[] = [
  { heading: 'Model', align: 'left' },
  { heading: 'Passed', align: 'right' },
  { heading: 'Rate', align: 'right' },
  { heading: 'Interval', align: 'right' },
  { heading: 'Failed', align: 'right' },
  { heading: 'Cost', align: 'right' },
  { heading: 'Each', align: 'right' },
  { heading: 'Median time', align: 'right' },
]

/** The results as a table, the best rate first, and how the models compare. */
export function evaluationTable({ models, pairs }: EvaluationView): readonly string[] {
  const best = models.toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
  return [...textTable(COLUMNS, best.map(row)), ...(pairs.length === 0 ? [] : ['', ...pairTable(pairs)])]
}

function row({ model, planned, checked, passed, failed, rate, interval, cost, medianLatencyMs }: ModelResult) {
  const range = interval === null ? '–' : `${percent(interval.low)} to ${percent(interval.high)}`
  return [
    model,
    checked === planned ? `${passed}/${checked}` : `${passed}/${checked} of ${planned}`,
    rate === null ? '–' : percent(rate),
    range,
    String(failed),
    costText(cost),
    checked === 0 ? '–' : costText({ ...cost, usd: cost.usd / checked }),
    medianLatencyMs === null ? '–' : `${(medianLatencyMs / 1_000).toFixed(1)} s`,
  ]
}

const PAIRS: readonly Column[] = [
  { heading: 'Compared', align: 'left' },
  { heading: 'Better', align: 'right' },
  { heading: 'Worse', align: 'right' },
  { heading: 'Equal', align: 'right' },
  { heading: 'Difference', align: 'right' },
  { heading: 'p', align: 'right' },
]

function pairTable(pairs: readonly PairResult[]): readonly string[] {
  return textTable(
    PAIRS,
    pairs.map((pair) => [`${pair.a} – ${pair.b}`, ...pairCells(pair)]),
  )
}

/** The models of this run against those of another one. */
export function runTable(pairs: readonly PairResult[]): readonly string[] {
  const columns = PAIRS.with(0, { heading: 'Against the other run', align: 'left' })
  return textTable(
    columns,
    pairs.map((pair) => [pair.a, ...pairCells(pair)]),
  )
}

function pairCells({ better, worse, equal, difference, p }: PairResult): readonly string[] {
  const points = `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} pp`
  return [String(better), String(worse), String(equal), points, p < 0.001 ? '< 0.001' : p.toFixed(3)]
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}
