import { formatCount, formatDuration, formatShortCount } from '../parts/format-figures.ts'
import { exactDollars, formatDollars } from '../parts/money-text.ts'
import { type AnswerTurn, turnUsage } from './answer-turns.ts'

/** Figures of an agent's newest answer; null if not known. */
export interface ColumnFigures {
  readonly firstDeltaMs: number | null
  readonly durationMs: number | null
  readonly tokens: number | null
  /** US dollars. */
  readonly cost: number | null
}

export type FigureName = keyof ColumnFigures

/** How a figure is shown: short in the column, and exact on hover. */
interface FigureFormat {
  readonly short: (value: number) => string
  readonly exact: (value: number) => string
}

/** Of an exact cost. */
const COST_DIGITS = 6

/** The figures in the order in which they are shown. */
export const FIGURES: Readonly<Record<FigureName, FigureFormat>> = {
  firstDeltaMs: { short: formatDuration, exact: formatDuration },
  durationMs: { short: formatDuration, exact: formatDuration },
  tokens: { short: formatShortCount, exact: formatCount },
  cost: { short: formatDollars, exact: (usd) => exactDollars(usd, COST_DIGITS) },
}

export const FIGURE_NAMES: readonly FigureName[] = Object.keys(FIGURES).filter(isFigureName)

function isFigureName(name: string): name is FigureName {
  return name in FIGURES
}

/** Returns the figures of the newest answered turn. */
export function columnFigures(turns: readonly AnswerTurn[]): ColumnFigures {
  const turn = turns.findLast(({ responses }) => responses.length > 0)
  if (turn === undefined) return { firstDeltaMs: null, durationMs: null, tokens: null, cost: null }
  const { firstDeltaMs, durationMs } = turn
  return { firstDeltaMs, durationMs, tokens: turnUsage(turn)?.totalTokens ?? null, cost: turnCost(turn) }
}

/** Returns the column with the lowest value of a figure; null if fewer than two are known, or two are equal. */
export function leastOf(columns: readonly ColumnFigures[], figure: FigureName): number | null {
  const known = columns.flatMap((column, index) => {
    const value = column[figure]
    return value === null ? [] : [{ index, value }]
  })
  const least = Math.min(...known.map(({ value }) => value))
  const best = known.filter(({ value }) => value === least)
  return known.length < 2 || best.length !== 1 ? null : (best[0]?.index ?? null)
}

/** Returns the recorded cost of a turn in US dollars; null if that of any of its responses is not completely known. */
export function turnCost({ responses }: AnswerTurn): number | null {
  if (responses.length === 0) return null
  return responses.reduce<number | null>((sum, { cost }) => {
    return sum === null || cost === null || cost.missing.length > 0 ? null : sum + cost.usd
  }, 0)
}
