/** How a model's answer ended (docs/behaviour/providers.md#finish-reasons). */
const FINISH_REASONS = ['STOP', 'LENGTH', 'TOOL_USE', 'CONTENT_FILTER', 'ERROR', 'UNKNOWN'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

/** Tokens of one model response as the provider reported them; 0 for a figure that it leaves out. Never an estimate. */
export interface TokenUsage {
  /** All input tokens, cached ones included. */
  readonly inputTokens: number
  /** All output tokens, thinking included. */
  readonly outputTokens: number
  /** The share of the output that was thinking. */
  readonly thinkingTokens: number
  /** The share of the input that was read from the provider's cache. */
  readonly cachedTokens: number
  readonly totalTokens: number
}

export const NO_TOKENS: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  thinkingTokens: 0,
  cachedTokens: 0,
  totalTokens: 0,
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    thinkingTokens: a.thinkingTokens + b.thinkingTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  }
}
