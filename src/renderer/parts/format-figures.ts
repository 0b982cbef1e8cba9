import { byteWords } from '../../shared/attachment.ts'
import { FIGURE_LOCALE } from '../text/locale.ts'

const THOUSAND = 1000
const MILLION = 1_000_000
const ONE_DECIMAL_BELOW = 10

const grouped = new Intl.NumberFormat(FIGURE_LOCALE)
const oneDigit = new Intl.NumberFormat(FIGURE_LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a number with grouped digits: `16,204`. */
export function formatCount(count: number): string {
  return grouped.format(count)
}

/** Formats a number with at most three digits, for narrow places: `980`, `3.1k`, `12k`, `1.4M`. */
export function formatShortCount(count: number): string {
  if (count < THOUSAND) return String(count)
  // 999,500 and more would round to 1000k.
  return count < MILLION - THOUSAND / 2 ? scaled(count, THOUSAND, 'k') : scaled(count, MILLION, 'M')
}

function scaled(count: number, unit: number, suffix: string): string {
  const value = count / unit
  const digits = value < ONE_DECIMAL_BELOW ? 1 : 0
  return `${value.toLocaleString(FIGURE_LOCALE, { maximumFractionDigits: digits })}${suffix}`
}

/** Formats a duration: `420 ms`, `3.1 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < THOUSAND) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / THOUSAND
  if (seconds < 60) return `${oneDigit.format(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Formats a duration without seconds from a minute on: `42.0 s`, `12 min`. */
export function formatRoughDuration(milliseconds: number): string {
  const minute = 60 * THOUSAND
  return milliseconds < minute ? formatDuration(milliseconds) : `${Math.round(milliseconds / minute)} min`
}

/** Formats a size in bytes: `900 bytes`, `64 kB`, `2.1 MB`. */
export function formatSize(bytes: number): string {
  return byteWords(bytes, FIGURE_LOCALE)
}

const threeDigits = new Intl.NumberFormat(FIGURE_LOCALE, { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** Formats a probability with three digits: `0.031`. */
export function formatProbability(probability: number): string {
  return threeDigits.format(probability)
}
