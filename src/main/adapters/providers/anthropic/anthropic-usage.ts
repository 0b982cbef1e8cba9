import type { TokenUsage } from '../../../../shared/usage.ts'
import { field, hasNumber, numberField } from '../wire-value.ts'

const COUNTS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const

/** The figures of one answer, which come several times and are cumulative. */
export class AnthropicUsage {
  readonly #counts = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
  #thinking = 0
  #isReported = false

  /** Later figures replace earlier ones field by field; a field that does not come again keeps its value. */
  merge(usage: unknown): void {
    this.#isReported ||= hasNumber(usage, COUNTS)
    for (const name of COUNTS) this.#counts[name] = numberField(usage, name) ?? this.#counts[name]
    this.#thinking = numberField(field(usage, 'output_tokens_details'), 'thinking_tokens') ?? this.#thinking
  }

  /** In our terms: what was read from the cache and written into it is input too. Null: nothing was reported. */
  get total(): TokenUsage | null {
    if (!this.#isReported) return null
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = this.#counts
    const inputTokens = input_tokens + cache_creation_input_tokens + cache_read_input_tokens
    return {
      inputTokens,
      outputTokens: output_tokens,
      thinkingTokens: this.#thinking,
      cachedTokens: cache_read_input_tokens,
      totalTokens: inputTokens + output_tokens,
    }
  }
}
