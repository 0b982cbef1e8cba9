import type { IdRange } from './backup-manifest.ts'

/** Sets of event ids as ranges: ascending, apart from each other. A set stays small, as few ids are missing in a log. */
export type IdRanges = readonly IdRange[]

/** Returns the ids of all these ranges, which may overlap and be in any order. */
export function joinRanges(ranges: Iterable<IdRange>): IdRanges {
  const joined: [number, number][] = []
  for (const [first, last] of [...ranges].toSorted((a, b) => a[0] - b[0])) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else joined.push([first, last])
  }
  return joined
}

/** Returns the ids of `all` that are not in `removed`. Both as `joinRanges` returns them. */
export function withoutRanges(all: IdRanges, removed: IdRanges): IdRanges {
  const left: IdRange[] = []
  let next = 0
  for (const [first, last] of all) {
    let from = first
    while (next < removed.length && (removed[next]?.[1] ?? 0) < from) next++
    for (let index = next; index < removed.length && from <= last; index++) {
      const [low, high] = removed[index] ?? [Infinity, Infinity]
      if (low > last) break
      if (low > from) left.push([from, low - 1])
      from = high + 1
    }
    if (from <= last) left.push([from, last])
  }
  return left
}

/** Whether an id is in both. Both as `joinRanges` returns them. */
export function overlaps(one: IdRanges, other: IdRanges): boolean {
  return countIds(withoutRanges(one, other)) < countIds(one)
}

export function countIds(ranges: Iterable<IdRange>): number {
  return [...ranges].reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Returns single ids, which may be in any order, as ranges. */
export function rangesOfIds(ids: readonly number[]): IdRanges {
  return joinRanges(ids.map((id) => [id, id]))
}

/** Returns the ranges for a message: `1–204, 230`. Long lists are cut. */
export function rangesText(ranges: IdRanges): string {
  const shown = ranges.slice(0, 5).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return [...shown, ...(ranges.length > shown.length ? ['…'] : [])].join(', ')
}
