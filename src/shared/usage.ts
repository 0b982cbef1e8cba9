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

/** How long a provider keeps what it wrote into its cache. `unknown`: it reported a write, but not for how long. */
export const CACHE_LIFETIMES = ['5m', '30m', '1h', '12h', 'unknown'] as const
type CacheLifetime = (typeof CACHE_LIFETIMES)[number]

/** Figures by name, those above 0 only. Empty: reported, and there were none. */
export type Counts = Readonly<Record<string, number>>

/** What a provider reported of one response beyond the sums of tokens. Null: not reported, which is not zero. */
export interface UsageDetails {
  /** Input tokens that were written into the provider's cache. A share of the input, apart from `cachedTokens`. */
  readonly cacheWrites: Readonly<Partial<Record<CacheLifetime, number>>> | null
  /** Uses of the provider's own tools by name, such as `web_search`. */
  readonly serverTools: Counts | null
  /** Tokens of the input and of the output that are no text, by what they are: `audio`, `image`, `video`, `document`. */
  readonly inputModalities: Counts | null
  readonly outputModalities: Counts | null
  /** As the answer names it; it may differ from what was asked for. */
  readonly serviceTier: string | null
  readonly speed: string | null
  /** Where the model ran, in the provider's words; some prices depend on it. */
  readonly region: string | null
  /** Input tokens of the last step, where `inputTokens` is the sum over several steps of the provider's own tools. */
  readonly contextTokens: number | null
  /** What the provider says that the response cost, US dollars. */
  readonly cost: number | null
}

/** The usage of one response as the provider reported it. */
export interface ResponseUsage extends TokenUsage, UsageDetails {}

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
