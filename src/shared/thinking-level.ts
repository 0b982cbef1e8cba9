/** The levels of docs/behaviour/thinking.md#levels; each provider's table defines their meaning for a model. */
export const THINKING_LEVELS = ['none', 'low', 'med', 'high'] as const
export type CommonLevel = (typeof THINKING_LEVELS)[number]

/** Levels above `high`, which only some models have. For the others they mean the highest level below. */
export const HIGHER_LEVELS = ['xhigh', 'max'] as const
export type HigherLevel = (typeof HIGHER_LEVELS)[number]

/** All levels, lowest first. */
export const ALL_LEVELS = [...THINKING_LEVELS, ...HIGHER_LEVELS] as const
export type ThinkingLevel = CommonLevel | HigherLevel

/** The level of a model named without one, for every provider (docs/behaviour/models.md#levels-in-names). */
export const DEFAULT_THINKING_LEVEL: ThinkingLevel = 'med'

export function isThinkingLevel(text: string): text is ThinkingLevel {
  return (ALL_LEVELS as readonly string[]).includes(text)
}

export function isHigherLevel(level: ThinkingLevel): level is HigherLevel {
  return level === 'xhigh' || level === 'max'
}

/** Returns the level of the common scale for a model without higher ones. */
export function commonLevel(level: ThinkingLevel): CommonLevel {
  return isHigherLevel(level) ? 'high' : level
}

/** Returns the highest of a model's levels that is not above the wanted one: `higher` are those that it has. */
export function heldLevel(level: ThinkingLevel, higher: readonly HigherLevel[]): ThinkingLevel {
  if (!isHigherLevel(level) || higher.includes(level)) return level
  return level === 'max' && higher.includes('xhigh') ? 'xhigh' : 'high'
}

/** What each level means for a model: `64,000 tokens`, `medium effort`. A higher level that it lacks is missing. */
export type LevelLabels = Readonly<Record<CommonLevel, string> & Partial<Record<HigherLevel, string>>>

/** Returns the levels of a model, lowest first; null: an unknown model, or one that does not think. */
export function levelsOf(labels: LevelLabels | null): readonly ThinkingLevel[] {
  return labels === null ? THINKING_LEVELS : ALL_LEVELS.filter((level) => labels[level] !== undefined)
}

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
