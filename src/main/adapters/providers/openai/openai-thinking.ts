import {
  CANNOT_DISABLE_THINKING,
  nearestText,
  THINKING_DISABLED,
  THINKING_NOT_SUPPORTED,
  tokenText,
} from '../../../../shared/thinking-feedback.ts'
import { isHigherLevel, type ThinkingLevel } from '../../../../shared/thinking-level.ts'
import { type OpenaiEffort, type OpenaiModel, openaiModel } from './openai-models.ts'

/** Fields of a Responses or Chat request for a thinking level, and the feedback for the user. */
export interface OpenaiThinking {
  /** `reasoning.effort`; null: no reasoning field at all. */
  readonly effort: string | null
  /** `max_output_tokens`, including reasoning; null: omit it. */
  readonly maxOutputTokens: number | null
  /** Lines of docs/behaviour/thinking.md#feedback, warnings first. */
  readonly feedback: readonly string[]
}

const WANTED_EFFORT: Readonly<Record<ThinkingLevel, OpenaiEffort>> = {
  none: 'none',
  low: 'low',
  med: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}

/** Lowest first, to find the nearest effort that a model accepts. */
const EFFORT_ORDER: readonly OpenaiEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * The approximate share of the output that an effort may use, as the feedback shows it
 * (docs/behaviour/thinking.md#feedback). Not known for the efforts above `high`.
 */
const OUTPUT_SHARE: Readonly<Partial<Record<OpenaiEffort, string>>> = {
  none: '0%',
  minimal: '~10%',
  low: '~20%',
  medium: '~50%',
  high: '~80%',
}

/** Tokens that OpenAI recommends to reserve for reasoning and reply. */
const RECOMMENDED_BUFFER = 25_000

/**
 * Returns the request fields for a level (docs/behaviour/thinking.md#budgets-sent). `maxOutputTokens` is the limit of
 * the reply alone. Never returns fields that the API refuses.
 */
export function openaiThinking(model: string, level: ThinkingLevel, maxOutputTokens: number): OpenaiThinking {
  const row = openaiModel(model)
  const effort = sentEffort(row, level)
  const thinks = row.efforts.length > 0 && effort !== 'none'
  return {
    effort,
    // Reasoning counts against the limit: if it uses it up, the response ends without any text.
    maxOutputTokens: thinks ? null : Math.min(maxOutputTokens, row.maxOutput),
    feedback: feedback(row, level, effort),
  }
}

/** Returns a short label of a level for a list of models; null: the model does not think, or lacks the level. */
export function openaiThinkingLabel(model: string, level: ThinkingLevel): string | null {
  const row = openaiModel(model)
  if (row.efforts.length === 0) return null
  const effort = sentEffort(row, level)
  return isHigherLevel(level) && effort !== WANTED_EFFORT[level] ? null : label(effort, level)
}

/** Returns the effort for the level, otherwise the next higher one that the model accepts, otherwise its highest. */
function sentEffort(row: OpenaiModel, level: ThinkingLevel): OpenaiEffort | null {
  if (level === 'none' && row.omitForNone) return null
  const wanted = EFFORT_ORDER.indexOf(WANTED_EFFORT[level])
  const nearest = row.efforts.find((effort) => EFFORT_ORDER.indexOf(effort) >= wanted)
  return nearest ?? row.efforts.at(-1) ?? null
}

function feedback(row: OpenaiModel, level: ThinkingLevel, effort: OpenaiEffort | null): readonly string[] {
  if (row.efforts.length === 0) return [THINKING_NOT_SUPPORTED]
  const text = `Thinking: ${label(effort, level)}`
  if (effort === 'none') return [text]
  if (level === 'none') return [CANNOT_DISABLE_THINKING, text]
  return [text, `Recommended output buffer: ${tokenText(RECOMMENDED_BUFFER)}`]
}

function label(effort: OpenaiEffort | null, level: ThinkingLevel): string {
  if (effort === null) return 'medium effort (default)'
  if (effort === 'none') return THINKING_DISABLED
  if (level === 'none') return `${effort} effort (minimum)`
  const share = OUTPUT_SHARE[effort]
  const text = share === undefined ? `${effort} effort` : `${effort} effort (${share} of output budget)`
  return effort === WANTED_EFFORT[level] ? text : `${text}${nearestText(level)}`
}
