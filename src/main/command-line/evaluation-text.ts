import type { EvaluationView, PairResult } from '../../shared/evaluation.ts'
import {
  bestFirst,
  MODEL_COLUMNS,
  modelCells,
  OTHER_RUN,
  PAIR_COLUMNS,
  pairCells,
  runCells,
} from '../../shared/evaluation-figures.ts'
import { type Column, textTable } from './text-table.ts'

/** The results as a table, the best rate first, and how the models compare. */
export function evaluationTable(view: EvaluationView): readonly string[] {
  const models = textTable(columnsOf(MODEL_COLUMNS), bestFirst(view).map(modelCells))
  if (view.pairs.length === 0) return models
  return [...models, '', ...textTable(columnsOf(PAIR_COLUMNS), view.pairs.map(pairCells))]
}

/** The models of this run against those of another one. */
export function runTable(pairs: readonly PairResult[]): readonly string[] {
  return textTable(columnsOf(PAIR_COLUMNS.with(0, OTHER_RUN)), pairs.map(runCells))
}

/** All columns but the first one have figures. */
function columnsOf(headings: readonly string[]): readonly Column[] {
  return headings.map((heading, index) => ({ heading, align: index === 0 ? 'left' : 'right' }))
}
