import type { CostSum } from '../../shared/cost-sum.ts'
import { dayNotice, type DayUse } from '../../shared/near-limit.ts'
import { aboutDollars, atLeastDollars, costText, dollars, UNKNOWN_COST } from '../../shared/money.ts'
import type { UsageFigures } from '../../shared/usage-report.ts'
import { usageCostText } from '../../shared/usage-text.ts'
import { calendarDayText } from '../text/calendar-day.ts'
import { FIGURE_LOCALE } from '../text/locale.ts'
import { texts } from '../text/texts.ts'

const words = texts.parts.money
const MONEY = { locale: FIGURE_LOCALE, free: words.free }

/** `dollars` in the language of the window. */
export function formatDollars(usd: number): string {
  return dollars(usd, MONEY)
}

/** `atLeastDollars` in the language of the window. */
export function formatAtLeast(usd: number): string {
  return atLeastDollars(usd, MONEY)
}

/** `costText` in the language of the window. */
export function formatCost(cost: CostSum): string {
  return costText(cost, MONEY)
}

/** `dayNotice` in the language of the window. */
export function limitText(use: DayUse): string {
  return dayNotice(use, texts.usage.limits, formatDollars)
}

/** The most that a formatter accepts in all browsers. */
const MAX_DIGITS = 20

/** `usageCostText` in the language of the window. */
export function formatUsageCost(figures: UsageFigures): string {
  return usageCostText(figures, MONEY)
}

/** Formats an amount without grouping, with all its digits or so many: `$0.00125`. */
export function exactDollars(usd: number, digits?: number): string {
  const fraction = { minimumFractionDigits: digits ?? 2, maximumFractionDigits: digits ?? MAX_DIGITS }
  return usd.toLocaleString(FIGURE_LOCALE, { style: 'currency', currency: 'USD', useGrouping: false, ...fraction })
}

/** Formats a price of a million tokens, US dollars, with cents only if it has any: `$3`, `$0.25`, `$0.075`. */
export function pricePerMillion(usd: number): string {
  const fraction = { minimumFractionDigits: Number.isInteger(usd) ? 0 : 2, maximumFractionDigits: 3 }
  return usd.toLocaleString(FIGURE_LOCALE, { style: 'currency', currency: 'USD', ...fraction })
}

/** An estimate of a cost, US dollars; null: not known. */
interface Estimate {
  readonly usd: number | null
  /** Parts without a known price. */
  readonly missing: readonly string[]
}

export const NO_PRICE_TITLE = words.noPrice

/** The title of a sum of recorded costs. `asOf`: the day of the list prices, ISO date; null: not known. */
export function listPricesTitle(asOf: string | null): string {
  return asOf === null ? words.listPrices : words.listPricesOf({ day: calendarDayText(asOf) })
}

/**
 * Formats the sum of estimates: `≈ $0.12`; `≥ ≈ $0.12` if part of it is not known; `—` if nothing is known; `free` if
 * it is known to cost nothing.
 */
export function estimateText(estimates: readonly Estimate[]): string {
  const known = estimates.flatMap(({ usd }) => usd ?? [])
  if (known.length === 0) return UNKNOWN_COST
  const isComplete = estimates.every(({ usd, missing }) => usd !== null && missing.length === 0)
  const sum = known.reduce((total, usd) => total + usd, 0)
  if (sum === 0) return isComplete ? words.free : UNKNOWN_COST
  const about = aboutDollars(sum, MONEY)
  // A bound from below of a bound from above says nothing: `> $0.00` is what is known.
  if (!isComplete && about.startsWith('<')) return atLeastDollars(sum, MONEY)
  return isComplete ? about : `≥ ${about}`
}

const CENTS = 100
/** Of less, more digits would be read aloud than matter. */
const MIN_SPOKEN_CENTS = 0.1
const minSpoken = MIN_SPOKEN_CENTS.toLocaleString(FIGURE_LOCALE)

/** Returns a cost as it is read aloud: `12 cents`, `0.4 cents`, `$1.20`, `under 0.1 cents`, `at least 12 cents`, `free`. */
export function spokenCost({ usd, unpriced, partial }: CostSum): string {
  const isComplete = unpriced === 0 && partial === 0
  if (usd === 0) return isComplete ? words.free : words.notKnown
  if (usd * CENTS < MIN_SPOKEN_CENTS) return isComplete ? words.underCents({ shown: minSpoken }) : words.notKnown
  return isComplete ? spokenDollars(usd) : words.atLeast({ cost: spokenDollars(usd) })
}

function spokenDollars(usd: number): string {
  const cents = usd * CENTS
  if (Math.round(cents) >= CENTS) return formatDollars(usd)
  const shown =
    cents < 1 ? cents.toLocaleString(FIGURE_LOCALE, { maximumSignificantDigits: 1 }) : String(Math.round(cents))
  return words.cents({ cents, shown })
}
