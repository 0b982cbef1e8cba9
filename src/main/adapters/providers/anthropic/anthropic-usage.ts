import type { JsonObject } from '../../../../shared/json.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import { NO_DETAILS, type ResponseUsage, type UsageDetails } from '../../../../shared/usage.ts'
import { countsIn, writesAbove0 } from '../usage-fields.ts'
import { field, hasNumber, numberField, textField } from '../wire-value.ts'

const COUNTS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']

/** The usage of one response, which is reported several times, cumulatively. */
export class AnthropicUsage {
  #usage: JsonObject = {}

  /** Later values replace earlier ones field by field; a field that is not repeated keeps its value. */
  merge(usage: unknown): void {
    if (!isJsonObject(usage)) return
    const reported = Object.entries(usage).filter(([, value]) => value !== null)
    this.#usage = { ...this.#usage, ...Object.fromEntries(reported) }
  }

  /**
   * Usage in our own terms: tokens read from the cache and written to it count as input. Null: nothing was reported.
   */
  get total(): ResponseUsage | null {
    if (!hasNumber(this.#usage, COUNTS)) return null
    const count = (name: string): number => numberField(this.#usage, name) ?? 0
    const cachedTokens = count('cache_read_input_tokens')
    const inputTokens = count('input_tokens') + count('cache_creation_input_tokens') + cachedTokens
    const outputTokens = count('output_tokens')
    return {
      inputTokens,
      outputTokens,
      thinkingTokens: numberField(field(this.#usage, 'output_tokens_details'), 'thinking_tokens') ?? 0,
      cachedTokens,
      totalTokens: inputTokens + outputTokens,
      ...NO_DETAILS,
      cacheWrites: cacheWrites(this.#usage),
      serverTools: countsIn(field(this.#usage, 'server_tool_use'), '_requests'),
      serviceTier: textField(this.#usage, 'service_tier') ?? null,
      speed: textField(this.#usage, 'speed') ?? null,
      region: textField(this.#usage, 'inference_geo') ?? null,
    }
  }
}

/**
 * The split by lifetime arrives in `message_start`; the sum may grow afterwards while the provider's own tools run.
 * Without a split, all of it has a lifetime of 5 minutes, the API's default.
 */
function cacheWrites(usage: JsonObject): UsageDetails['cacheWrites'] {
  const split = field(usage, 'cache_creation')
  const minutes = numberField(split, 'ephemeral_5m_input_tokens')
  const hour = numberField(split, 'ephemeral_1h_input_tokens')
  const reported = numberField(usage, 'cache_creation_input_tokens')
  if (minutes === undefined && hour === undefined)
    return reported === undefined ? null : writesAbove0({ '5m': reported })
  const known = (minutes ?? 0) + (hour ?? 0)
  return writesAbove0({ '5m': minutes ?? 0, '1h': hour ?? 0, unknown: (reported ?? known) - known })
}
