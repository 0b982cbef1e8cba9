/** The name of the list that is most like the given one; undefined: the list is empty. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0]
}

/**
 * The name of the list that was probably meant, or null: the given one is in the list, or like none of them. `-`, `_` and
 * upper case make no difference; else about one letter in four may be wrong.
 */
export function meantName(name: string, names: readonly string[]): string | null {
  if (names.includes(name)) return null
  const nearest = nearestName(plain(name), names.map(plain))
  const meant = names.find((known) => plain(known) === nearest)
  if (meant === undefined || nearest === undefined) return null
  return editDistance(plain(name), nearest) <= Math.max(1, Math.floor(nearest.length / 4)) ? meant : null
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
