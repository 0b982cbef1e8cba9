const THOUSAND = 1000
const MILLION = 1_000_000
const ONE_DECIMAL_BELOW = 10

const grouped = new Intl.NumberFormat('en-US')

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
  return `${value.toFixed(digits).replace(/\.0$/, '')}${suffix}`
}

/** Formats a duration: `420 ms`, `3.1 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < THOUSAND) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / THOUSAND
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
