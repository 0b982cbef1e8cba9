import type { ModelRow } from '../../../../shared/model-table.ts'
import type { BudgetRange, HigherLevel } from '../../../../shared/thinking-level.ts'

/** Up to Claude 4.5: thinking has a token budget or is off. */
export interface BudgetClaude {
  readonly kind: 'budget'
  readonly budget: BudgetRange
  /** Largest accepted `max_tokens`. */
  readonly maxOutput: number
}

/**
 * Claude 4.6 and later: the model decides how much to think, guided by an effort; a budget is deprecated or refused.
 */
export interface AdaptiveClaude {
  readonly kind: 'adaptive'
  readonly maxOutput: number
  /** The least thinking that the model accepts, sent for `none`. `adaptive`: its thinking cannot be disabled. */
  readonly least: 'disabled' | 'between_tools' | 'adaptive'
  /** The effort sent with `least`; null: none. */
  readonly leastEffort: 'low' | 'high' | null
  /** The efforts above `high` that the model accepts. */
  readonly higher: readonly HigherLevel[]
}

/** Claude 3.5 and older do not think. */
interface NonThinkingClaude {
  readonly kind: 'unsupported'
  readonly maxOutput: number
}

export type ClaudeModel = BudgetClaude | AdaptiveClaude | NonThinkingClaude

const ADAPTIVE = { kind: 'adaptive', maxOutput: 128_000 } as const
const MAX_ONLY: readonly HigherLevel[] = ['max']
const XHIGH_AND_MAX: readonly HigherLevel[] = ['xhigh', 'max']

/**
 * Budgets and adaptive models: docs/behaviour/thinking.md#anthropic, with the sources in
 * docs/behaviour/providers.md#anthropic-messages. Retired models stay in the table, because a name is passed through
 * whatever its age.
 */
export const CLAUDE_MODELS: readonly (ModelRow & ClaudeModel)[] = [
  { name: 'claude-sonnet-4-5', kind: 'budget', budget: { min: 1_024, max: 64_000 }, maxOutput: 64_000 },
  { name: 'claude-opus-4-5', kind: 'budget', budget: { min: 1_024, max: 64_000 }, maxOutput: 64_000 },
  { name: 'claude-haiku-4-5', kind: 'budget', budget: { min: 1_024, max: 32_000 }, maxOutput: 64_000 },
  { name: 'claude-3-7-sonnet', kind: 'budget', budget: { min: 1_024, max: 32_000 }, maxOutput: 64_000 },
  { name: 'claude-opus-4-1', kind: 'budget', budget: { min: 1_024, max: 32_000 }, maxOutput: 32_000 },
  { name: 'claude-opus-4', kind: 'budget', budget: { min: 1_024, max: 32_000 }, maxOutput: 32_000 },
  { name: 'claude-sonnet-4', kind: 'budget', budget: { min: 1_024, max: 64_000 }, maxOutput: 64_000 },

  { name: 'claude-opus-4-6', ...ADAPTIVE, least: 'disabled', leastEffort: null, higher: MAX_ONLY },
  { name: 'claude-sonnet-4-6', ...ADAPTIVE, least: 'disabled', leastEffort: null, higher: MAX_ONLY },
  { name: 'claude-opus-4-7', ...ADAPTIVE, least: 'disabled', leastEffort: null, higher: XHIGH_AND_MAX },
  { name: 'claude-opus-4-8', ...ADAPTIVE, least: 'disabled', leastEffort: null, higher: XHIGH_AND_MAX },
  { name: 'claude-sonnet-5', ...ADAPTIVE, least: 'disabled', leastEffort: null, higher: XHIGH_AND_MAX },
  { name: 'claude-opus-5', ...ADAPTIVE, least: 'disabled', leastEffort: 'high', higher: XHIGH_AND_MAX },
  { name: 'claude-haiku-5-5', ...ADAPTIVE, least: 'disabled', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-sonnet-5-5', ...ADAPTIVE, least: 'between_tools', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-opus-5-5', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-fable-5', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-fable-5-1', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-fable-5-2', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-mythos-5', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-mythos-5-1', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },
  { name: 'claude-mythos-5-2', ...ADAPTIVE, least: 'adaptive', leastEffort: 'low', higher: XHIGH_AND_MAX },

  { name: 'claude-3-5-sonnet', kind: 'unsupported', maxOutput: 8_192 },
  { name: 'claude-3-5-haiku', kind: 'unsupported', maxOutput: 8_192 },
  { name: 'claude-3-opus', kind: 'unsupported', maxOutput: 4_096 },
  { name: 'claude-3-haiku', kind: 'unsupported', maxOutput: 4_096 },
]

/** All new models are adaptive. Every adaptive model so far has an output limit above 64,000. */
export const UNKNOWN_CLAUDE: ClaudeModel = {
  kind: 'adaptive',
  least: 'adaptive',
  leastEffort: 'low',
  higher: [],
  maxOutput: 64_000,
}
