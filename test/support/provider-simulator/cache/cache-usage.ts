/** How long a provider keeps an entry. */
export type EntryLifetime = '5m' | '10m' | '30m' | '1h' | '12h' | '24h'

/** The input of one request as a provider bills it, tokens. */
export interface CacheUsage {
  readonly input: number
  readonly read: number
  /** Written tokens; 0 where writing costs nothing extra. */
  readonly written: number
  readonly lifetime: EntryLifetime
  /**
   * Tokens that the provider had been sent before in the same place and did not read from its cache: what a better use
   * of the cache would have saved.
   */
  readonly cold: number
}
