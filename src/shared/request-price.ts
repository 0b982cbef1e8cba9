import type { CachedPrefix } from './cache-facts.ts'
import type { CacheFacts } from './provider-caches.ts'
import type { ModelPrice } from './model-price.ts'
import { responseCost } from './response-cost.ts'
import { type CacheLifetime, NO_DETAILS, NO_TOKENS, type ResponseCost, type ResponseUsage } from './usage.ts'

/** The expected size of a request that was not sent yet. All figures are estimates. */
export interface RequestSize {
  readonly inputTokens: number
  /** What the model is expected to write. */
  readonly outputTokens: number
  /** The part of the input that the provider has cached; null: none of it. */
  readonly prefix: CachedPrefix | null
  /** The part of the input that is read from the cache even if `prefix` is not, tokens. */
  readonly headTokens: number
  /** The lifetime that the request asks for, where a provider has several; null: the provider's default. */
  readonly lifetime: CacheLifetime | null
}

/**
 * The estimated price of a request. An estimate is shown with `≈` and never recorded or summed. US dollars; null: not
 * known.
 */
export interface RequestPrice {
  /** Input. */
  readonly tokens: number
  readonly outputTokens: number
  /** If the cached part is still in the provider's cache. Null also if nothing is cached. */
  readonly usdWarm: number | null
  /** If the cached part is no longer there. Agents with the same tools and system prompt may still share those. */
  readonly usdCold: number | null
  /** As far as known now: `usdWarm` if the cache is warm, otherwise `usdCold`. */
  readonly usd: number | null
  /** `maybe`: the provider documents no lifetime. */
  readonly cache: 'warm' | 'cold' | 'maybe'
  /** End of the documented lifetime, ms since the epoch; null: nothing is cached, or the lifetime is not documented. */
  readonly warmUntil: number | null
  /** Parts without a known price; the other figures are then lower bounds. */
  readonly missing: readonly string[]
}

/** How much of a model's context window an agent's context takes. */
export interface ContextSize {
  readonly tokens: number
  /** Whether this model reported the figure with the last answer and nothing has changed it since; else an estimate. */
  readonly isReported: boolean
}

/** The estimated price of a request by the model that it would be sent to, `MODEL/LEVEL`. */
export interface ModelRequestPrice extends RequestPrice {
  readonly model: string
  /** The context without the new text. */
  readonly context: ContextSize
}

/** Estimates the price of a request. `now`: ms since the epoch. */
export function requestPrice(
  size: RequestSize,
  { price, facts, now }: { readonly price: ModelPrice | null; readonly facts: CacheFacts; readonly now: number },
): RequestPrice {
  const { inputTokens, outputTokens, prefix, headTokens } = size
  const warmUntil = prefix?.warmUntil ?? null
  const cache = cacheState(prefix, now)
  const costWith = (cachedTokens: number): ResponseCost | null =>
    responseCost(expectedUsage(size, cachedTokens, price, facts), price)
  const cold = costWith(Math.min(headTokens, inputTokens))
  const warm = prefix === null ? null : costWith(Math.min(prefix.tokens, inputTokens))
  const current = cache === 'warm' ? warm : cold
  return {
    tokens: inputTokens,
    outputTokens,
    usdWarm: warm?.usd ?? null,
    usdCold: cold?.usd ?? null,
    usd: current?.usd ?? null,
    cache,
    warmUntil,
    missing: current?.missing ?? [],
  }
}

function cacheState(prefix: CachedPrefix | null, now: number): RequestPrice['cache'] {
  if (prefix === null) return 'cold'
  if (prefix.warmUntil === null) return 'maybe'
  return now < prefix.warmUntil ? 'warm' : 'cold'
}

/** The usage that the provider would report. Input that is not read from the cache is written to it. */
function expectedUsage(
  { inputTokens, outputTokens, lifetime }: RequestSize,
  cachedTokens: number,
  price: ModelPrice | null,
  facts: CacheFacts,
): ResponseUsage {
  const isWritten = price?.cacheWrites !== undefined && inputTokens >= facts.minimumTokens
  const isOffered =
    lifetime !== null &&
    (price?.cacheWrites?.[lifetime] !== undefined || (lifetime !== 'unknown' && facts.offers?.[lifetime] === null))
  const written = isOffered ? lifetime : (facts.writes ?? 'unknown')
  const writes = isWritten ? { [written]: inputTokens - cachedTokens } : {}
  return { ...NO_TOKENS, ...NO_DETAILS, inputTokens, outputTokens, cachedTokens, cacheWrites: writes }
}
