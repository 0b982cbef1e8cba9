/** How a model's answer ended (docs/behaviour/providers.md#finish-reasons). */
const FINISH_REASONS = ['STOP', 'LENGTH', 'TOOL_USE', 'CONTENT_FILTER', 'ERROR', 'UNKNOWN'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

/** Tokens of one model response as reported by the provider; 0 for figures that it omits. Never an estimate. */
export interface TokenUsage {
  /** All input tokens, cached ones included. */
  readonly inputTokens: number
  /** All output tokens, thinking included. */
  readonly outputTokens: number
  /** The part of the output that was thinking. */
  readonly thinkingTokens: number
  /** The part of the input that was read from the provider's cache. */
  readonly cachedTokens: number
  readonly totalTokens: number
}

/** How long a provider keeps its cache entries. `unknown`: it reported a write without a lifetime. */
export const CACHE_LIFETIMES = ['5m', '30m', '1h', '12h', 'unknown'] as const
export type CacheLifetime = (typeof CACHE_LIFETIMES)[number]

/** Figures by name, only those above 0. Empty: reported, but all were 0. */
export type Counts = Readonly<Record<string, number>>

/** Usage that a provider reported in addition to the token sums. Null: not reported, which is not zero. */
export interface UsageDetails {
  /** Input tokens that were written to the provider's cache. Part of the input and separate from `cachedTokens`. */
  readonly cacheWrites: Readonly<Partial<Record<CacheLifetime, number>>> | null
  /** Number of uses of the provider's own tools by name, such as `web_search`. */
  readonly serverTools: Counts | null
  /** Non-text tokens of the input and of the output, by modality: `audio`, `image`, `video`, `document`. */
  readonly inputModalities: Counts | null
  readonly outputModalities: Counts | null
  /** As named in the answer; it may differ from the request. */
  readonly serviceTier: string | null
  readonly speed: string | null
  /** Where the model ran, as named by the provider; some prices depend on it. */
  readonly region: string | null
  /** Input tokens of the last step if `inputTokens` is the sum over several steps of the provider's own tools. */
  readonly contextTokens: number | null
  /** The cost of the response as reported by the provider, US dollars. */
  readonly cost: number | null
}

/** The usage of one response as the provider reported it. */
export interface ResponseUsage extends TokenUsage, UsageDetails {}

/**
 * The cost of one response, determined when it was recorded. An unknown cost is null where one of these is expected,
 * never 0 dollars.
 */
export interface ResponseCost {
  /** US dollars; the lowest possible cost if `missing` is not empty. */
  readonly usd: number
  /** `provider`: reported with the response. `list`: computed from the list prices of that day. */
  readonly source: 'provider' | 'list'
  /** The parts of the usage that have no known price and are not contained in `usd`. */
  readonly missing: readonly string[]
}

export const NO_DETAILS: UsageDetails = {
  cacheWrites: null,
  serverTools: null,
  inputModalities: null,
  outputModalities: null,
  serviceTier: null,
  speed: null,
  region: null,
  contextTokens: null,
  cost: null,
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
