import { formatCount, formatDuration, formatShortCount } from '../parts/format-figures.ts'
import { exactDollars, formatDollars } from '../parts/money-text.ts'
import { type AnswerTurn, turnUsage } from './answer-turns.ts'

/** Figures of an agent's answer to one prompt; null if not known. */
export interface ColumnFigures {
  readonly firstDeltaMs: number | null
  readonly durationMs: number | null
  /** US dollars. */
  readonly cost: number | null
  readonly outputTokens: number | null
}

export type FigureName = keyof ColumnFigures

/** How a figure is shown: short in the column, and exact on hover. */
interface FigureFormat {
  readonly short: (value: number) => string
  readonly exact: (value: number) => string
  /** Whether the least is the best; of the number of words, none is. */
  readonly hasBest: boolean
}

/** Of an exact cost. */
const COST_DIGITS = 6

/** The figures in the order in which they are shown. */
export const FIGURES: Readonly<Record<FigureName, FigureFormat>> = {
  firstDeltaMs: { short: formatDuration, exact: formatDuration, hasBest: true },
  durationMs: { short: formatDuration, exact: formatDuration, hasBest: true },
  cost: { short: formatDollars, exact: (usd) => exactDollars(usd, COST_DIGITS), hasBest: true },
  outputTokens: { short: formatShortCount, exact: formatCount, hasBest: false },
}

const FIGURE_NAMES: readonly FigureName[] = Object.keys(FIGURES).filter(isFigureName)

const NO_FIGURES: ColumnFigures = { firstDeltaMs: null, durationMs: null, cost: null, outputTokens: null }

function isFigureName(name: string): name is FigureName {
  return name in FIGURES
}

/** Returns the figures of a turn; all null if it has no response. */
export function turnFigures(turn: AnswerTurn | null): ColumnFigures {
  if (turn === null || turn.responses.length === 0) return NO_FIGURES
  const { firstDeltaMs, durationMs } = turn
  return { firstDeltaMs, durationMs, cost: turnCost(turn), outputTokens: turnUsage(turn)?.outputTokens ?? null }
}

export function hasFigures(figures: ColumnFigures): boolean {
  return FIGURE_NAMES.some((name) => figures[name] !== null)
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

/** A figure beside the same figure of the other columns. */
export interface RelativeFigure {
  readonly name: FigureName
  /** Null: not known. */
  readonly value: number | null
  /** From 0 to 1, of the largest one in the row; 0 if it is not known or all are 0. */
  readonly share: number
  readonly isBest: boolean
}

/** Returns the figures of each column, relative to those of the others. */
export function relativeFigures(columns: readonly ColumnFigures[]): readonly (readonly RelativeFigure[])[] {
  const facts = FIGURE_NAMES.map((name) => ({
    name,
    largest: Math.max(0, ...columns.map((column) => column[name] ?? 0)),
    best: FIGURES[name].hasBest ? leastOf(columns, name) : null,
  }))
  return columns.map((column, index) =>
    facts.map(({ name, largest, best }) => {
      const value = column[name]
      return { name, value, share: value === null || largest === 0 ? 0 : value / largest, isBest: best === index }
    }),
  )
}

/** Returns the recorded cost of a turn in US dollars; null if that of any of its responses is not completely known. */
export function turnCost({ responses }: AnswerTurn): number | null {
  if (responses.length === 0) return null
  return responses.reduce<number | null>((sum, { cost }) => {
    return sum === null || cost === null || cost.missing.length > 0 ? null : sum + cost.usd
  }, 0)
}
