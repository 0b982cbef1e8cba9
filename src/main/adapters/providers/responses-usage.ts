import { type Counts, NO_DETAILS, type ResponseUsage } from '../../../shared/usage.ts'
import { cacheWritesIn, countsIn, modalitiesIn, ownCost } from './usage-fields.ts'
import { field, hasNumber, numberField, textField } from './wire-value.ts'

/** Converts the usage in a response of the Responses API to our own terms. Returns null if nothing was reported. */
export function responsesUsage(response: unknown): ResponseUsage | null {
  const usage = field(response, 'usage')
  if (!hasNumber(usage, ['input_tokens', 'output_tokens', 'total_tokens'])) return null
  const inputTokens = numberField(usage, 'input_tokens') ?? 0
  const outputTokens = numberField(usage, 'output_tokens') ?? 0
  const input = field(usage, 'input_tokens_details')
  const output = field(usage, 'output_tokens_details')
  return {
    inputTokens,
    outputTokens,
    thinkingTokens: numberField(output, 'reasoning_tokens') ?? 0,
    cachedTokens: numberField(input, 'cached_tokens') ?? 0,
    totalTokens: numberField(usage, 'total_tokens') ?? inputTokens + outputTokens,
    ...NO_DETAILS,
    cacheWrites: cacheWritesIn(input),
    serverTools: serverTools(response),
    inputModalities: modalitiesIn(input),
    outputModalities: modalitiesIn(output),
    serviceTier: textField(response, 'service_tier') ?? null,
    contextTokens: numberField(field(usage, 'context_details'), 'input_tokens') ?? null,
    cost: ownCost(usage),
  }
}

/** xAI and OpenRouter report these counts next to the tokens, OpenAI next to the usage. */
function serverTools(response: unknown): Counts | null {
  const usage = field(response, 'usage')
  const counted =
    countsIn(field(usage, 'server_side_tool_usage_details'), '_calls') ??
    countsIn(field(usage, 'server_tool_use_details'), '_requests')
  if (counted !== null) return counted
  const searches = numberField(field(field(response, 'tool_usage'), 'web_search'), 'num_requests')
  return searches === undefined ? null : searches > 0 ? { web_search: searches } : {}
}
