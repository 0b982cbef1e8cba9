import type { ChangeHunk } from '../../shared/file-changes.ts'

/** A line of a hunk. `old`: the change removed it; its number is that before the change. */
export interface HunkLine {
  readonly side: 'old' | 'new'
  readonly number: number
  readonly text: string
}

/** Returns the lines of a hunk with their numbers, in order; null: a note, such as that about a missing line end. */
export function hunkLines({ oldStart, newStart, lines }: ChangeHunk): readonly (HunkLine | null)[] {
  let [before, after] = [oldStart, newStart]
  return lines.map((line) => {
    const text = line.slice(1).replace(/\r$/, '')
    if (line.startsWith('\\')) return null
    if (line.startsWith('-')) return { side: 'old', number: before++, text }
    if (!line.startsWith('+')) before++
    return { side: 'new', number: after++, text }
  })
}

/** Lines of one side of a hunk. */
export interface LineRange {
  readonly side: HunkLine['side']
  readonly first: number
  readonly last: number
}

/** Returns the lines to comment on when none was picked: those that the change added, or else removed, or all. */
export function changedRange(hunk: ChangeHunk): LineRange | null {
  const lines = hunkLines(hunk)
  const added = lines.filter((_, index) => hunk.lines[index]?.startsWith('+') === true)
  const removed = lines.filter((line) => line?.side === 'old')
  const chosen = [added, removed, lines].find((each) => each.some((line) => line !== null)) ?? []
  const numbers = chosen.flatMap((line) => line?.number ?? [])
  const side = chosen.find((line) => line !== null)?.side
  return side === undefined ? null : { side, first: Math.min(...numbers), last: Math.max(...numbers) }
}

/** Returns the texts of a range, as far as the hunk has them. */
export function linesOfRange(hunk: ChangeHunk, { side, first, last }: LineRange): readonly string[] {
  return hunkLines(hunk).flatMap((line) =>
    line !== null && line.side === side && line.number >= first && line.number <= last ? [line.text] : [],
  )
}

/** The first and the last number of a side of a hunk; null: it has no such line. */
export function boundsOf(
  hunk: ChangeHunk,
  side: HunkLine['side'],
): { readonly min: number; readonly max: number } | null {
  const numbers = hunkLines(hunk).flatMap((line) => (line?.side === side ? [line.number] : []))
  return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) }
}
