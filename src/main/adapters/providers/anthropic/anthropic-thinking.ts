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
  withThousands,
} from '../../../../shared/thinking-feedback.ts'
import {
  budgetForLevel,
  commonLevel,
  DEFAULT_REPLY_TOKENS,
  heldLevel,
  isHigherLevel,
  type ThinkingLevel,
} from '../../../../shared/thinking-level.ts'
import { CLAUDE_MODELS, UNKNOWN_CLAUDE } from './claude-models.ts'
import type { AdaptiveClaude, BudgetClaude, ClaudeModel } from './claude-models.ts'

/** Request fields for a thinking level, and the feedback for the user. */
export interface AnthropicThinking {
  /** The `thinking` field; null: omit it. */
  readonly thinking: JsonObject | null
  /** `output_config.effort`; null: omit it. */
  readonly effort: string | null
  /** `max_tokens`, including thinking. */
  readonly maxTokens: number
  /** Lines of docs/behaviour/thinking.md#feedback, warnings first. */
  readonly feedback: readonly string[]
}

/** The smallest budget that the API accepts; it must also be smaller than `max_tokens`. */
const LEAST_BUDGET = 1_024

/** Room for adaptive thinking in addition to the reply, tokens; from `high` on it gets the model's whole limit. */
const ADAPTIVE_ROOM: Readonly<Record<ThinkingLevel, number>> = {
  none: 32_000,
  low: 32_000,
  med: 64_000,
  high: Number.POSITIVE_INFINITY,
  xhigh: Number.POSITIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
}

/**
 * Returns the request fields for a level (docs/behaviour/thinking.md#budgets-sent). `maxOutputTokens` is the limit of
 * the reply alone; `isOutputMaximum`: of thinking and reply together; `room`: what the window has room for, which counts
 * first. Never returns fields that the API refuses.
 */
export function anthropicThinking(
  model: string,
  level: ThinkingLevel,
  maxOutputTokens: number,
  {
    isOutputMaximum = false,
    room = Number.POSITIVE_INFINITY,
  }: {
    readonly isOutputMaximum?: boolean | undefined
    readonly room?: number | undefined
  } = {},
): AnthropicThinking {
  const row = claudeModel(model)
  const fields = unlimited(row, level, maxOutputTokens, isOutputMaximum)
  if (fields.maxTokens <= room) return fields
  // The API refuses a budget that is not below the limit.
  return fields.thinking?.['type'] === 'enabled' && row.kind === 'budget'
    ? withinRoom(row, level, Math.max(room, LEAST_BUDGET + 1))
    : { ...fields, maxTokens: room }
}

function unlimited(
  row: ClaudeModel,
  level: ThinkingLevel,
  maxOutputTokens: number,
  isOutputMaximum: boolean,
): AnthropicThinking {
  const reply = Math.min(maxOutputTokens, row.maxOutput)
  switch (row.kind) {
    case 'unsupported':
      return { thinking: null, effort: null, maxTokens: reply, feedback: [THINKING_NOT_SUPPORTED] }
    case 'budget':
      if (level === 'none') return disabled(null, reply)
      return isOutputMaximum && reply < row.maxOutput ? withinRoom(row, level, reply) : withBudget(row, level, reply)
    case 'adaptive':
      return level === 'none' ? leastThinking(row, reply) : adaptive(row, level, reply)
    default:
      return assertNever(row)
  }
}

/** Returns the displayed budget of a level, which may exceed what can be sent; null: the model takes no budget. */
export function anthropicThinkingBudget(model: string, level: ThinkingLevel): number | null {
  const row = claudeModel(model)
  return row.kind === 'budget' ? budgetForLevel(row.budget, level) : null
}

/** Returns a short label of a level for a list of models; null: the model does not think, or lacks the level. */
export function anthropicThinkingLabel(model: string, level: ThinkingLevel): string | null {
  const row = claudeModel(model)
  switch (row.kind) {
    case 'unsupported':
      return null
    case 'budget':
      if (isHigherLevel(level)) return null
      return level === 'none' ? THINKING_DISABLED : tokenText(budgetForLevel(row.budget, level))
    case 'adaptive':
      if (level === 'none') return leastLabel(row)
      return heldLevel(level, row.higher) === level ? effortLabel(level) : null
    default:
      return assertNever(row)
  }
}

function claudeModel(model: string): ClaudeModel {
  return findModelRow(CLAUDE_MODELS, model) ?? UNKNOWN_CLAUDE
}

function disabled(effort: string | null, reply: number): AnthropicThinking {
  return {
    thinking: { type: 'disabled' },
    effort,
    maxTokens: reply,
    feedback: [`Thinking: ${THINKING_DISABLED}`],
  }
}

function withBudget(row: BudgetClaude, level: ThinkingLevel, reply: number): AnthropicThinking {
  const shown = budgetForLevel(row.budget, level)
  // If the reply may use the model's whole output, reserve a part of it for the reply.
  const kept = reply < row.maxOutput ? reply : DEFAULT_REPLY_TOKENS
  const sent = sendableBudget(shown, row.maxOutput - kept)
  const nearest = isHigherLevel(level) ? nearestText(level) : ''
  const text = `Thinking: ${LEVEL_LABELS[commonLevel(level)]} (${tokenText(shown)})${nearest}`
  const clamped = ` (${withThousands(sent)} sent: the model's limit is ${withThousands(row.maxOutput)} with the reply)`
  return {
    thinking: { type: 'enabled', budget_tokens: sent },
    effort: null,
    maxTokens: Math.min(row.maxOutput, sent + reply),
    feedback: [sent === shown ? text : text + clamped],
  }
}

/**
 * The context leaves less room than the model's whole output. The budget then falls by halves, not with every message,
 * because each change of it invalidates the messages in the cache.
 */
function withinRoom(row: BudgetClaude, level: ThinkingLevel, room: number): AnthropicThinking {
  const whole = withBudget(row, level, row.maxOutput)
  let budget = sendableBudget(budgetForLevel(row.budget, level), row.maxOutput - DEFAULT_REPLY_TOKENS)
  while (budget > LEAST_BUDGET && budget > room - DEFAULT_REPLY_TOKENS) budget = Math.floor(budget / 2)
  const sent = Math.max(LEAST_BUDGET, budget)
  return { ...whole, thinking: { type: 'enabled', budget_tokens: sent }, maxTokens: room }
}

/** Leaves at least the smallest budget for thinking, even if the configured reply fills most of the output. */
function sendableBudget(shown: number, room: number): number {
  return Math.max(LEAST_BUDGET, Math.min(shown, room))
}

function adaptive(row: AdaptiveClaude, level: ThinkingLevel, reply: number): AnthropicThinking {
  const held = heldLevel(level, row.higher)
  return {
    // Without `display`, newer models omit the thinking from the stream.
    thinking: { type: 'adaptive', display: 'summarized' },
    effort: LEVEL_LABELS[held],
    maxTokens: withRoom(row, held, reply),
    feedback: [`Thinking: ${effortLabel(held)}${held === level ? '' : nearestText(level)}`],
  }
}

function leastThinking(row: AdaptiveClaude, reply: number): AnthropicThinking {
  if (row.least === 'disabled') return disabled(row.leastEffort, reply)
  const feedback = [CANNOT_DISABLE_THINKING, `Thinking: ${leastLabel(row)}`]
  const maxTokens = withRoom(row, 'none', reply)
  if (row.least === 'between_tools') {
    return { thinking: { type: 'between_tools' }, effort: row.leastEffort, maxTokens, feedback }
  }
  return { thinking: { type: 'adaptive', display: 'summarized' }, effort: row.leastEffort, maxTokens, feedback }
}

function withRoom(row: AdaptiveClaude, level: ThinkingLevel, reply: number): number {
  return Math.min(row.maxOutput, reply + ADAPTIVE_ROOM[level])
}

function effortLabel(level: ThinkingLevel): string {
  return `${LEVEL_LABELS[level]} effort`
}

function leastLabel(row: AdaptiveClaude): string {
  switch (row.least) {
    case 'disabled':
      return THINKING_DISABLED
    case 'between_tools':
      return 'between tools only (minimum)'
    case 'adaptive':
      return `${effortLabel('low')} (minimum)`
    default:
      return assertNever(row.least)
  }
}
