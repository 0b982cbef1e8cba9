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

export const FIGURE_NAMES = ['firstDeltaMs', 'durationMs', 'tokens', 'cost'] as const satisfies readonly FigureName[]

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
