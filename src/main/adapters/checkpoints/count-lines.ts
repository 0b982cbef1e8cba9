import { diffArrays } from 'diff'

/** Lines of a change; null: one of the contents is binary. */
type LineCounts = { readonly added: number; readonly removed: number } | null

/** As far as git looks for a NUL byte, bytes. */
const LOOKED_AT = 8_000
/** Most steps: with more of them git does not look for the smallest difference either. */
const MAX_EDIT_LENGTH = 200

/** Counts the lines of a change as `git diff --numstat` does. `unknown`: git has to count. */
export function countLines(before: Buffer, after: Buffer): LineCounts | 'unknown' {
  if ([before, after].some((content) => content.subarray(0, LOOKED_AT).includes(0))) return null
  const [old, now] = [linesOf(before), linesOf(after)]
  const shortest = Math.min(old.length, now.length)
  let start = 0
  while (start < shortest && old[start] === now[start]) start += 1
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  if (removed.length === 0 || added.length === 0) return { added: added.length, removed: removed.length }
  const parts = diffArrays(removed, added, { maxEditLength: MAX_EDIT_LENGTH })
  if (parts === undefined) return 'unknown'
  const counted = (kind: 'added' | 'removed'): number =>
    parts.reduce((sum, part) => (part[kind] ? sum + part.value.length : sum), 0)
  return { added: counted('added'), removed: counted('removed') }
}

/** Lines with their ends; the last one may have none. */
function linesOf(content: Buffer): readonly string[] {
  return content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? []
}
