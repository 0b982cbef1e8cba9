const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * Parses a number of tokens as typed by a user: `200000`, `200,000`, `200k`, `1.5M`. Null if it is invalid or less than
 * one.
 */
export function parseTokens(typed: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(typed.replaceAll(/[\s,_]/g, ''))
  const tokens = Math.round(Number(parts?.[1] ?? Number.NaN) * (FACTORS[parts?.[2]?.toLowerCase() ?? ''] ?? Number.NaN))
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null
}
