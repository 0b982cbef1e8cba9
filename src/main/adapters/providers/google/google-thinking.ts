import { assertNever } from '../../../../shared/assert-never.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { findModelRow } from '../../../../shared/model-table.ts'
import {
  CANNOT_DISABLE_THINKING,
  LEVEL_LABELS,
  nearestText,
  THINKING_DISABLED,
  THINKING_NOT_SUPPORTED,
  tokenText,
} from '../../../../shared/thinking-feedback.ts'
import {
  budgetForLevel,
  commonLevel,
  heldLevel,
  HIGHER_LEVELS,
  isHigherLevel,
  type ThinkingLevel,
} from '../../../../shared/thinking-level.ts'
import { GEMINI_MODELS, UNKNOWN_GEMINI, UNKNOWN_OLD_GEMINI } from './gemini-models.ts'
import type { BudgetGemini, GeminiModel, LevelGemini } from './gemini-models.ts'
import { defined } from '../../../../shared/defined.ts'

/** Request fields for a thinking level, and the feedback for the user. */
export interface GoogleThinking {
  /** `thinkingConfig`; null: omit it. */
  readonly thinkingConfig: JsonObject | null
  /** `maxOutputTokens`, including thoughts. */
  readonly maxOutputTokens: number
  /** Lines of docs/behaviour/thinking.md#feedback, warnings first. */
  readonly feedback: readonly string[]
}

/**
 * Returns the request fields for a level (docs/behaviour/thinking.md#budgets-sent). `maxOutputTokens` is the limit of
 * the reply alone. Never returns fields that the API refuses.
 */
export function googleThinking(model: string, level: ThinkingLevel, maxOutputTokens: number): GoogleThinking {
  const row = geminiModel(model)
  const reply = Math.min(maxOutputTokens, row.maxOutput)
  switch (row.kind) {
    case 'unsupported':
      return { thinkingConfig: null, maxOutputTokens: reply, feedback: [THINKING_NOT_SUPPORTED] }
    case 'budget':
      return withBudget(row, level, reply)
    case 'level':
      return withLevel(row, level)
    default:
      return assertNever(row)
  }
}

/** Returns the budget that is displayed and sent for a level; null: the model takes no budget. */
export function googleThinkingBudget(model: string, level: ThinkingLevel): number | null {
  const row = geminiModel(model)
  return row.kind === 'budget' ? budgetForLevel(row.budget, level) : null
}

/** Returns a short label of a level for a list of models; null: the model does not think, or lacks the level. */
export function googleThinkingLabel(model: string, level: ThinkingLevel): string | null {
  const row = geminiModel(model)
  if (isHigherLevel(level) && (row.kind !== 'level' || row.levels[level] === undefined)) return null
  switch (row.kind) {
    case 'unsupported':
      return null
    case 'budget':
      return budgetLabel(budgetForLevel(row.budget, level), level)
    case 'level':
      return levelLabel(row, level)
    default:
      return assertNever(row)
  }
}

function geminiModel(model: string): GeminiModel {
  const isOld = /^(gemini-[12]|gemma)\b/.test(model)
  return findModelRow(GEMINI_MODELS, model) ?? (isOld ? UNKNOWN_OLD_GEMINI : UNKNOWN_GEMINI)
}

function withBudget(row: BudgetGemini, level: ThinkingLevel, reply: number): GoogleThinking {
  const budget = budgetForLevel(row.budget, level)
  return {
    thinkingConfig: { thinkingBudget: budget, ...defined({ includeThoughts: budget > 0 ? true : undefined }) },
    // Thoughts count against this limit too.
    maxOutputTokens: Math.min(row.maxOutput, budget + reply),
    feedback: budgetFeedback(budget, level),
  }
}

function budgetFeedback(budget: number, level: ThinkingLevel): readonly string[] {
  if (level !== 'none') return [`Thinking: ${LEVEL_LABELS[commonLevel(level)]} (${tokenText(budget)})${nearest(level)}`]
  const text = `Thinking: ${budgetLabel(budget, level)}`
  return budget === 0 ? [text] : [CANNOT_DISABLE_THINKING, text]
}

function withLevel(row: LevelGemini, level: ThinkingLevel): GoogleThinking {
  const held = heldBy(row, level)
  const text = `Thinking: ${levelLabel(row, level)}${held === level ? '' : nearestText(level)}`
  return {
    thinkingConfig: { thinkingLevel: row.levels[held] ?? row.levels.high, includeThoughts: true },
    // How much a level thinks is not documented, and it counts against this limit: send the model's maximum.
    maxOutputTokens: row.maxOutput,
    feedback: level === 'none' ? [CANNOT_DISABLE_THINKING, text] : [text],
  }
}

function heldBy({ levels }: LevelGemini, level: ThinkingLevel): ThinkingLevel {
  return heldLevel(
    level,
    HIGHER_LEVELS.filter((each) => levels[each] !== undefined),
  )
}

/** No budget lies above that of `high`. */
function nearest(level: ThinkingLevel): string {
  return isHigherLevel(level) ? nearestText(level) : ''
}

function budgetLabel(budget: number, level: ThinkingLevel): string {
  if (level !== 'none') return tokenText(budget)
  return budget === 0 ? THINKING_DISABLED : `${tokenText(budget)} (minimum)`
}

function levelLabel(row: LevelGemini, level: ThinkingLevel): string {
  const text = `${row.levels[heldBy(row, level)] ?? row.levels.high} level`
  return level === 'none' ? `${text} (minimum)` : text
}
