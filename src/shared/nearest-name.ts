/** Returns the most similar name in the list; undefined if the list is empty. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  return nearestNames(name, names, 1)[0]
}

/** Returns the most similar names in the list, the nearest first. */
export function nearestNames(name: string, names: readonly string[], count: number): readonly string[] {
  const measured = names.map((known) => ({ known, distance: editDistance(name, known) }))
  const sorted = measured.toSorted((a, b) => a.distance - b.distance)
  return sorted.slice(0, count).map(({ known }) => known)
}

/**
 * Returns the name in the list that was probably meant; null if the given name is in the list, or similar to none. `-`,
 * `_` and upper case are ignored; otherwise about one letter in four may differ, and none in a name of one or two letters.
 */
export function meantName(name: string, names: readonly string[]): string | null {
  if (names.includes(name)) return null
  const nearest = nearestName(plain(name), names.map(plain))
  const meant = names.find((known) => plain(known) === nearest)
  if (meant === undefined || nearest === undefined) return null
  const most = nearest.length < 3 ? 0 : Math.max(1, Math.floor(nearest.length / 4))
  return editDistance(plain(name), nearest) <= most ? meant : null
}

/** ` Did you mean NAME?` for a name that nothing has; empty: no name is similar. */
export function meantHint(name: string, names: readonly string[]): string {
  const meant = meantName(name, names)
  return meant === null ? '' : ` Did you mean ${meant}?`
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

/** Counts the letters that are added, missing, other or exchanged with their neighbour, one row at a time. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const exchanged = isExchanged ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(substituted, exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
