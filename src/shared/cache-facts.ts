import { type CacheFacts, KEPT_LIFETIMES, type KeptLifetime, LIFETIMES_MS } from './provider-caches.ts'
import { PROVIDERS, type ProviderName } from './providers.ts'
import type { CacheLifetime, ResponseUsage } from './usage.ts'

const UNDOCUMENTED: CacheFacts = { keptMs: null, writes: null, minimumTokens: 0, entries: 'everywhere' }

/** Returns how a provider caches the requests of a model. `model`: as sent to the provider. */
export function cacheFacts(provider: ProviderName, model: string): CacheFacts {
  return PROVIDERS[provider].caches?.find(({ models }) => models(model))?.facts ?? UNDOCUMENTED
}

/** The cached beginning of a request. */
export interface CachedPrefix {
  readonly tokens: number
  /** End of its documented lifetime, ms since the epoch; null: not documented. */
  readonly warmUntil: number | null
}

/**
 * Returns what a provider has cached after a response; null: nothing. `at`: when the response was received, ms since
 * the epoch. `requested`: the lifetime that the request asked for, which counts where the provider offers it if the response
 * names none; null: the provider's default.
 */
export function cachedAfter(
  usage: ResponseUsage,
  facts: CacheFacts,
  at: number,
  requested: CacheLifetime | null = null,
): CachedPrefix | null {
  const written = Object.values(usage.cacheWrites ?? {}).reduce((sum, tokens) => sum + tokens, 0)
  const whole = usage.contextTokens ?? usage.inputTokens
  const tokens = facts.writes === null ? whole : usage.cachedTokens + written
  if (tokens === 0 || tokens < facts.minimumTokens) return null
  const asked =
    requested !== null && requested !== 'unknown' && facts.offers?.[requested] !== undefined ? requested : null
  const lifetime = writtenLifetime(usage) ?? asked
  const keptMs = lifetime === null ? facts.keptMs : LIFETIMES_MS[lifetime]
  return { tokens, warmUntil: keptMs === null ? null : at + keptMs }
}

/** Returns the lifetime of the response's writes, the shortest of several; null: not reported. */
function writtenLifetime({ cacheWrites }: ResponseUsage): KeptLifetime | null {
  return KEPT_LIFETIMES.find((lifetime) => (cacheWrites?.[lifetime] ?? 0) > 0) ?? null
}
