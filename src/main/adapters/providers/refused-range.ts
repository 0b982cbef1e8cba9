const NUMBER = String.raw`([\d][\d,_]*)`
const RANGES: readonly RegExp[] = [
  new RegExp(String.raw`between\s+${NUMBER}\s+and\s+${NUMBER}`, 'i'),
  new RegExp(String.raw`\[\s*${NUMBER}\s*,\s*${NUMBER}\s*[\])]`),
  new RegExp(String.raw`from\s+${NUMBER}(?: \(inclusive\))?\s+(?:to|up to)\s+${NUMBER}`, 'i'),
]
const MOST: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:<=|≤|at most|up to|no more than|less than or equal to|maximum(?: value)?(?: allowed)?(?: is| of|:)|cannot exceed|must not exceed|limit(?: is| of|:))\s*\`?${NUMBER}`,
    'i',
  ),
  new RegExp(String.raw`>\s*${NUMBER},?\s+which is the maximum`, 'i'),
]
const LEAST: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:>=|≥|at least|no less than|greater than or equal to|minimum(?: value)?(?: is| of|:))\s*${NUMBER}`,
    'i',
  ),
]

/** Returns the lowest and the highest number that a server's words accept, of any unit; null: they name none. */
export function rangeIn(words: string): { readonly min: number | null; readonly max: number | null } {
  for (const range of RANGES) {
    const [, from, to] = range.exec(words) ?? []
    if (from === undefined || to === undefined) continue
    const isExclusive = /\(exclusive\)/i.test(words.slice(words.indexOf(to)))
    return { min: toNumber(from), max: toNumber(to) - (isExclusive ? 1 : 0) }
  }
  return { min: first(LEAST, words), max: first(MOST, words) }
}

function first(patterns: readonly RegExp[], words: string): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(words)?.[1]
    if (found !== undefined) return toNumber(found)
  }
  return null
}

function toNumber(text: string): number {
  return Number(text.replaceAll(/[,_]/g, ''))
}
