import type { BlamedLines } from '../../shared/blame.ts'
import type { ChangeHunk, ListedChange } from '../../shared/file-changes.ts'
import { hunkLines } from './hunk-lines.ts'

/** Who wrote the lines of a part. `agent`: the agent of the review, without more that is known. */
export type HunkWriter =
  | { readonly type: 'call'; readonly lines: BlamedLines }
  | { readonly type: 'agent' }
  | { readonly type: 'outside' }
  | { readonly type: 'unsure' }

/**
 * Says who wrote a part of a file. `ranges`: which changes brought the lines of the file as it is now; null: not known, or
 * the file has changed since.
 */
export function hunkWriter(
  hunk: ChangeHunk,
  file: Pick<ListedChange, 'outside' | 'alsoOutside' | 'unsure'>,
  ranges: readonly BlamedLines[] | null,
): HunkWriter {
  const added = hunkLines(hunk).flatMap((line, index) =>
    line !== null && hunk.lines[index]?.startsWith('+') === true ? [line.number] : [],
  )
  const found = ranges === null ? null : mostOf(added, ranges)
  if (found !== null) return { type: 'call', lines: found }
  if (file.outside === true) return { type: 'outside' }
  if (file.unsure === true) return { type: 'unsure' }
  // Lines of a file that others changed as well, and that no call of an agent brought.
  const isOthers = ranges !== null && added.length > 0 && file.alsoOutside === true
  return { type: isOthers ? 'outside' : 'agent' }
}

/** Returns the change that brought most of the lines; null: none brought any. */
function mostOf(lines: readonly number[], ranges: readonly BlamedLines[]): BlamedLines | null {
  const counts = new Map<number, { readonly range: BlamedLines; readonly count: number }>()
  for (const range of ranges) {
    const count = lines.filter((line) => line >= range.start && line <= range.end).length
    if (count === 0) continue
    counts.set(range.eventId, { range, count: count + (counts.get(range.eventId)?.count ?? 0) })
  }
  const [most] = [...counts.values()].toSorted((first, second) => second.count - first.count)
  return most?.range ?? null
}
