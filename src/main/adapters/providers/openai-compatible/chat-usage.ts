import type { TokenUsage } from '../../../../shared/usage.ts'
import { field, hasNumber, numberField } from '../wire-value.ts'

/** The usage of a chunk, wherever the vendor puts it; undefined when it has none. */
export function usageField(chunk: unknown, choice: unknown): unknown {
  const found = [field(chunk, 'usage'), field(choice, 'usage'), field(field(chunk, 'x_groq'), 'usage')]
  return found.find((usage) => typeof usage === 'object' && usage !== null)
}

/**
 * Usage of Chat Completions in our terms. xAI counts the reasoning apart from `completion_tokens`, which shows in the
 * total (docs/behaviour/providers.md#usage); the cached share has three names. Null: nothing was reported.
 */
export function chatUsage(usage: unknown): TokenUsage | null {
  if (!hasNumber(usage, ['prompt_tokens', 'completion_tokens', 'total_tokens'])) return null
  const inputTokens = numberField(usage, 'prompt_tokens') ?? 0
  const completion = numberField(usage, 'completion_tokens') ?? 0
  const thinkingTokens = numberField(field(usage, 'completion_tokens_details'), 'reasoning_tokens') ?? 0
  const total = numberField(usage, 'total_tokens')
  const isApart = thinkingTokens > 0 && total === inputTokens + completion + thinkingTokens
  const outputTokens = isApart ? completion + thinkingTokens : completion
  return {
    inputTokens,
    outputTokens,
    thinkingTokens,
    cachedTokens:
      numberField(field(usage, 'prompt_tokens_details'), 'cached_tokens') ??
      numberField(usage, 'cached_tokens') ??
      numberField(usage, 'prompt_cache_hit_tokens') ??
      0,
    totalTokens: total ?? inputTokens + outputTokens,
  }
}
