import { NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import { cacheWritesIn, countsIn, modalitiesIn, ownCost } from '../usage-fields.ts'
import { field, hasNumber, numberField, textField } from '../wire-value.ts'

/** Returns the usage of a chunk, wherever the server puts it; undefined: it has none. */
export function usageField(chunk: unknown, choice: unknown): unknown {
  const groq = field(chunk, 'x_groq')
  const wrappers = [chunk, choice, groq, field(choice, 'delta'), field(choice, 'message'), field(chunk, 'meta')]
  const found = wrappers.flatMap((wrapper) => [field(wrapper, 'usage'), field(wrapper, 'usage_metadata')])
  return found.find((usage) => typeof usage === 'object' && usage !== null)
}

/** Returns the first of the fields that has a number; the names are those of different servers. */
function numberOf(usage: unknown, names: readonly string[]): number | undefined {
  return names.map((name) => numberField(usage, name)).find((value) => value !== undefined)
}

const INPUT = ['prompt_tokens', 'input_tokens', 'prompt_eval_count', 'promptTokenCount', 'prompt_n']
const OUTPUT = ['completion_tokens', 'output_tokens', 'eval_count', 'candidatesTokenCount', 'predicted_n']
const TOTAL = ['total_tokens', 'totalTokenCount']

/**
 * Converts usage of Chat Completions to our own terms. xAI counts reasoning separately from `completion_tokens`, which
 * is visible in the total (docs/behaviour/providers.md#usage); the cached share has three names. `serviceTier` is the
 * value in the chunks. Returns null if nothing was reported.
 */
export function chatUsage(usage: unknown, serviceTier: string | null = null): ResponseUsage | null {
  if (!hasNumber(usage, [...INPUT, ...OUTPUT, ...TOTAL])) return null
  // llama.cpp's timings count only what was not in its cache.
  const cachedBefore = numberField(usage, 'prompt_n') === undefined ? 0 : (numberField(usage, 'cache_n') ?? 0)
  const inputTokens = (numberOf(usage, INPUT) ?? 0) + cachedBefore
  const completion = numberOf(usage, OUTPUT) ?? 0
  const input = field(usage, 'prompt_tokens_details') ?? field(usage, 'input_tokens_details')
  const output = field(usage, 'completion_tokens_details') ?? field(usage, 'output_tokens_details')
  const thinkingTokens = numberField(output, 'reasoning_tokens') ?? 0
  const total = numberOf(usage, TOTAL)
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
      cachedBefore,
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
