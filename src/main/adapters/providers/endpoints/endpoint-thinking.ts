import { defined } from '../../../../shared/defined.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { Effort, KnownQuirks } from '../../../../shared/endpoints/endpoint-quirks.ts'
import { EFFORTS } from '../../../../shared/endpoints/endpoint-quirks.ts'
import { THINKING_DISABLED } from '../../../../shared/thinking-feedback.ts'
import type { ThinkingLevel } from '../../../../shared/thinking-level.ts'
import { effortFor, NO_THINKING_FIELD } from '../openai-compatible/effort-thinking.ts'
import type { VendorThinking } from '../openai-compatible/vendor.ts'

const WANTED: Readonly<Record<ThinkingLevel, Effort>> = {
  none: 'none',
  low: 'low',
  med: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}

/** Tokens for thinking, for APIs that take a budget. Null: the model's own maximum. */
const BUDGETS: Readonly<Record<Exclude<ThinkingLevel, 'none'>, number | null>> = {
  low: 4_096,
  med: 16_384,
  high: 32_768,
  xhigh: null,
  max: null,
}
/** The budget where the field must have one. */
const LARGEST_BUDGET = 32_768

/** What is said where the endpoint is not told of a level. */
const AS_SET_UP: VendorThinking = { ...NO_THINKING_FIELD, feedback: ['Thinking: as the endpoint is set up'] }

/** Returns the request fields for a thinking level in the shape that an endpoint takes. `api`: where the field differs. */
export function endpointThinking(
  { thinking, efforts, reasoning_summary: isSummarised }: KnownQuirks,
  level: ThinkingLevel,
  api: 'chat' | 'responses',
): VendorThinking {
  const effort = nearestEffort(WANTED[level], efforts)
  const reasoning = { effort, ...defined({ summary: isSummarised ? 'auto' : undefined }) }
  switch (thinking) {
    case 'none':
    case 'budget':
    case 'claude':
      return AS_SET_UP
    case 'effort':
      return effortFor(level, effort, api === 'chat' ? { reasoning_effort: effort } : { reasoning })
    case 'gateway':
      return effortFor(level, effort, { reasoning: { effort } })
    case 'switch_effort':
      return level === 'none'
        ? off({ thinking: { type: 'disabled' } })
        : effortFor(level, effort, { thinking: { type: 'enabled' }, reasoning_effort: effort })
    case 'switch_kept':
      return level === 'none'
        ? off({ thinking: { type: 'disabled' } })
        : on({ thinking: { type: 'enabled', clear_thinking: false } })
    case 'budget_field': {
      if (level === 'none') return off({ enable_thinking: false })
      const budget = BUDGETS[level]
      return on({ enable_thinking: true, ...(budget === null ? {} : { thinking_budget: budget }) })
    }
    case 'enabled':
      return level === 'none' ? off({ reasoning: { enabled: false } }) : on({ reasoning: { enabled: true } })
    case 'template':
      return switched(level, (enable) => ({ chat_template_kwargs: { enable_thinking: enable } }))
  }
}

/** Returns the `thinking` field of the Messages API for a model that is not Claude; null: it is left out. */
export function messagesThinking({ thinking }: KnownQuirks, level: ThinkingLevel): JsonObject | null {
  if (thinking !== 'budget') return null
  if (level === 'none') return { type: 'disabled' }
  return { type: 'enabled', budget_tokens: BUDGETS[level] ?? LARGEST_BUDGET }
}

function nearestEffort(wanted: Effort, accepted: readonly Effort[]): Effort {
  const scale = accepted.toSorted((a, b) => EFFORTS.indexOf(a) - EFFORTS.indexOf(b))
  const below = scale.filter((effort) => EFFORTS.indexOf(effort) <= EFFORTS.indexOf(wanted))
  // `max` where the highest is `high`: the highest below. `none` where thinking cannot be disabled: the lowest.
  return below.at(-1) ?? scale[0] ?? wanted
}

function switched(level: ThinkingLevel, fields: (isOn: boolean) => JsonObject): VendorThinking {
  return level === 'none' ? off(fields(false)) : on(fields(true))
}

function off(fields: JsonObject): VendorThinking {
  return { fields, thinks: false, label: THINKING_DISABLED, feedback: [`Thinking: ${THINKING_DISABLED}`] }
}

function on(fields: JsonObject): VendorThinking {
  return { fields, thinks: true, label: 'on', feedback: ['Thinking: on'] }
}
