import { NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import { cacheWritesIn, countsIn, modalitiesIn, ownCost } from '../usage-fields.ts'
import { field, hasNumber, numberField, textField } from '../wire-value.ts'

/** Returns the usage of a chunk, wherever the vendor puts it; undefined: it has none. */
export function usageField(chunk: unknown, choice: unknown): unknown {
  const found = [field(chunk, 'usage'), field(choice, 'usage'), field(field(chunk, 'x_groq'), 'usage')]
  return found.find((usage) => typeof usage === 'object' && usage !== null)
}

/**
 * Converts usage of Chat Completions to our own terms. xAI counts reasoning separately from `completion_tokens`, which
 * is visible in the total (docs/behaviour/providers.md#usage); the cached share has three names. `serviceTier` is the
 * value in the chunks. Returns null if nothing was reported.
 */
export function chatUsage(usage: unknown, serviceTier: string | null = null): ResponseUsage | null {
  if (!hasNumber(usage, ['prompt_tokens', 'completion_tokens', 'total_tokens'])) return null
  const inputTokens = numberField(usage, 'prompt_tokens') ?? 0
  const completion = numberField(usage, 'completion_tokens') ?? 0
  const input = field(usage, 'prompt_tokens_details')
  const output = field(usage, 'completion_tokens_details')
  const thinkingTokens = numberField(output, 'reasoning_tokens') ?? 0
  const total = numberField(usage, 'total_tokens')
  const isApart = thinkingTokens > 0 && total === inputTokens + completion + thinkingTokens
  const outputTokens = isApart ? completion + thinkingTokens : completion
  return {
    inputTokens,
    outputTokens,
    thinkingTokens,
    cachedTokens:
      numberField(input, 'cached_tokens') ??
      numberField(usage, 'cached_tokens') ??
      numberField(usage, 'prompt_cache_hit_tokens') ??
      0,
    totalTokens: total ?? inputTokens + outputTokens,
    ...NO_DETAILS,
    cacheWrites: cacheWritesIn(input),
    serverTools: countsIn(field(usage, 'server_tool_use_details'), '_requests'),
    inputModalities: modalitiesIn(input),
    outputModalities: modalitiesIn(output),
    serviceTier: textField(usage, 'service_tier') ?? serviceTier,
    cost: ownCost(usage),
  }
}
