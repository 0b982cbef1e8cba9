import type { CostSum } from './cost-sum.ts'

const CENT = 0.01

/** The largest amount that a limit may have, US dollars. */
export const MAX_DOLLARS = 1_000_000

/** The text for a cost that is not known at all. */
export const UNKNOWN_COST = '—'

/** How amounts are written in a language. */
export interface MoneyWords {
  readonly locale: string
  /** For a cost that is known to be 0. */
  readonly free: string
}

export const ENGLISH_MONEY: MoneyWords = { locale: 'en-US', free: 'free' }

/**
 * Formats an amount of US dollars: `$1,234.50`, `$0.12`, and four digits under a cent: `$0.0042`. An amount too small
 * for four digits is `< $0.0001`.
 */
export function dollars(usd: number, { locale }: MoneyWords = ENGLISH_MONEY): string {
  if (isTiny(usd)) return `< ${amount(0.0001, locale, 4)}`
  return amount(usd, locale, usd > 0 && usd < CENT ? 4 : 2)
}

/** Whether it is too small for four digits. */
const isTiny = (usd: number): boolean => usd > 0 && usd < 0.000_05

/** Formats what is at least an amount: `≥ $0.12`; `> $0.00` for one that is too small for four digits. */
export function atLeastDollars(usd: number, words: MoneyWords = ENGLISH_MONEY): string {
  return isTiny(usd) ? `> ${amount(0, words.locale, 2)}` : `≥ ${dollars(usd, words)}`
}

/** Formats an estimate: `≈ $0.12`; `< $0.0001` for one that is too small for four digits. */
export function aboutDollars(usd: number, words: MoneyWords = ENGLISH_MONEY): string {
  return isTiny(usd) ? dollars(usd, words) : `≈ ${dollars(usd, words)}`
}

function amount(usd: number, locale: string, digits: number): string {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return usd.toLocaleString(locale, { style: 'currency', currency: 'USD', ...fraction })
}

/**
 * Formats the cost of at least one response: `$0.12`; `≥ $0.12` if part of it is not known; `—` if nothing is known;
 * `free` if all of it is known to be 0.
 */
export function costText({ usd, unpriced, partial }: CostSum, words = ENGLISH_MONEY): string {
  const isComplete = unpriced === 0 && partial === 0
  if (usd === 0) return isComplete ? words.free : UNKNOWN_COST
  return isComplete ? dollars(usd, words) : atLeastDollars(usd, words)
}

/** The message for an amount that `parseDollars` does not accept. */
export const NOT_DOLLARS = 'Enter an amount in dollars, such as 3 or $2.50.'

/** Parses an amount as typed by a user: `3`, `$2.50`, `1,000`. Null if it is invalid or not more than 0. US dollars. */
export function parseDollars(typed: string): number | null {
  const amount = /^\$?(\d+(?:\.\d+)?|\.\d+)$/.exec(typed.replaceAll(/[\s,_]/g, ''))?.[1]
  const usd = Number(amount ?? Number.NaN)
  return Number.isFinite(usd) && usd > 0 && usd <= MAX_DOLLARS ? usd : null
}
