import type { ChangeHunk } from '../../../shared/file-changes.ts'

/** Returns the lines of the newer text that the older one does not have, from 1. */
export function addedLines(hunks: readonly ChangeHunk[]): ReadonlySet<number> {
  const added = new Set<number>()
  for (const { newStart, lines } of hunks) {
    let line = newStart
    for (const text of lines) {
      if (text.startsWith('-') || text.startsWith('\\')) continue
      if (text.startsWith('+')) added.add(line)
      line += 1
    }
  }
  return added
}

/** Joins neighbouring lines with the same value. Lines without a value are left out. */
export function lineRanges<T>(values: ReadonlyMap<number, T>): readonly { start: number; end: number; value: T }[] {
  const ranges: { start: number; end: number; value: T }[] = []
  for (const [line, value] of [...values].toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1)
    if (last?.value === value && last.end === line - 1) last.end = line
    else ranges.push({ start: line, end: line, value })
  }
  return ranges
}
