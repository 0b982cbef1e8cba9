import type { CacheLifetime } from './usage.ts'

/** Prices of tokens, US dollars per million. A price that is missing is not known. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  /** Input read from the cache; null: not known, or the model has no cache. */
  readonly cachedInput: number | null
  /** Input written to the cache, by lifetime. Missing: a write costs the same as other input. */
  readonly cacheWrites?: Readonly<Partial<Record<CacheLifetime, number>>>
  /** Tokens other than text, by modality, where they have their own prices. */
  readonly inputModalities?: Readonly<Record<string, number>>
  readonly outputModalities?: Readonly<Record<string, number>>
}

/** The prices of a whole request with more input than `inputTokensAbove`. */
export interface PriceTier extends TokenPrices {
  readonly inputTokensAbove: number
}

/** The price of a provider's own tool in US dollars: for every use, or once for a response with any. */
interface ToolPrice {
  readonly usd: number
  readonly per: 'use' | 'response'
}

/** The list prices of a model in a period. */
export interface ModelPrice extends TokenPrices, SpecialPrices {
  readonly tiers?: readonly PriceTier[]
  /** First and last day, ISO dates, UTC. Missing: unlimited. */
  readonly from?: string
  readonly until?: string
  /** Set for servers that charge nothing, whatever the answer reports. */
  readonly isFree?: true
}

/** What special ways of answering cost. */
export interface SpecialPrices {
  /** Factors for the prices of tokens, by the value in the answer; 1 if the answer has no value. */
  readonly serviceTiers?: Readonly<Record<string, number>>
  readonly speeds?: Readonly<Record<string, number>>
  readonly regions?: Readonly<Record<string, number>>
  /** By the names in `serverTools`. */
  readonly tools?: Readonly<Record<string, ToolPrice>>
}

/** The price of a local server. */
export const FREE: ModelPrice = { input: 0, output: 0, cachedInput: 0, isFree: true }

/** Returns the prices that apply on a day (ISO date, UTC); null: none are known. */
export function priceOn(prices: readonly ModelPrice[], date: string): ModelPrice | null {
  return prices.find(({ from = date, until = date }) => from <= date && date <= until) ?? null
}

/** Returns the prices of tokens for a request of this size: all of it is charged at the prices of one tier. */
export function tierOf(price: ModelPrice, inputTokens: number): TokenPrices {
  const reached = (price.tiers ?? []).filter(({ inputTokensAbove }) => inputTokens > inputTokensAbove)
  return reached.toSorted((a, b) => b.inputTokensAbove - a.inputTokensAbove)[0] ?? price
}

/** Swedish dates are ISO dates. */
const UTC_DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' })

/** Returns the day of a time (ms since the epoch) as an ISO date, UTC. */
export function utcDate(time: number): string {
  return UTC_DATE.format(time)
}
