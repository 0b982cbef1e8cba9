/** What a provider needs to reach its API. */
export interface ProviderConnection {
  readonly key: string
  /** Undefined: the provider's own address. */
  readonly baseUrl: string | undefined
  /** Silence after which a request is given up, ms. */
  readonly idleTimeoutMs: number
}

/**
 * Providers send pings or progress at least every half minute while a model thinks; two minutes of silence is a dead
 * connection. The SDKs' own time-outs do not cover the body (wire/providers.md § 0.7).
 */
export const IDLE_TIMEOUT_MS = 120_000
