import { commonLevel, THINKING_LEVELS } from './thinking-level.ts'
import type { ThinkingLevel } from './thinking-level.ts'

/** Tokens that a model may use for thinking (docs/behaviour/thinking.md#budgets-shown). */
export interface BudgetRange {
  readonly min: number
  readonly max: number
}

/** Tokens of a reply if none are configured or known. The displayed thinking budgets leave room for as many. */
export const DEFAULT_REPLY_TOKENS = 4_096

/**
 * Returns the displayed budget: `min + floor(k · (max − min) / 3)`, k = 0..3
 * (docs/behaviour/thinking.md#budgets-shown). A level above `high` has the same budget as `high`.
 */
export function budgetForLevel({ min, max }: BudgetRange, level: ThinkingLevel): number {
  return min + Math.floor((THINKING_LEVELS.indexOf(commonLevel(level)) * (max - min)) / 3)
}
