import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diffArrays } from 'diff'
import type { GitDirectory } from './git-directory.ts'
import type { SavedStep } from './save-few.ts'
import { isSafePath } from './safe-path.ts'
import { type FileEdit, readLoose, TreeEdits, writeLoose } from './tree-edits.ts'

/** With more, git is as fast. */
const MAX_FILES = 16
/** Larger files are left to git, bytes. */
const MAX_BYTES = 1024 ** 2
const MODES = ['100644', '100755']

/**
 * Saves new contents of some files of the state `before` without git, whose processes take longer than all else between two
 * calls. Returns the new state and what differs; null: git has to do it. So it does wherever a file is new, gone, or no regular
 * file in both states, and where an object is not stored as a file of its own, as it is from the second edit of a file on.
 * The index of git is left as it was.
 */
export function saveEdits({ top, store }: GitDirectory, before: string, paths: readonly string[]): SavedStep | null {
  // There the system does not tell programs from other files.
  if (process.platform === 'win32' || paths.length > MAX_FILES) return null
  const objects = join(store.directory, 'objects')
  const trees = new TreeEdits(objects)
  try {
    const edits: FileEdit[] = []
    const lines: string[] = []
    const counts: string[] = []
    // In the order of git.
    for (const path of paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
      const old = trees.entry(before, path)
      const file = old === null || !MODES.includes(old.mode) ? null : contentOf(top, path)
      const content = file === null || old === null ? null : readLoose(objects, 'blob', old.id)
      if (old === null || file === null || content === null) return null
      const id = writeLoose(objects, 'blob', file.content, before)
      if (id === old.id && file.mode === old.mode) continue
      const counted = countLines(content, file.content)
      if (counted === 'unknown') return null
      edits.push({ path, mode: file.mode, id })
      lines.push(`:${old.mode} ${file.mode} ${old.id} ${id} M\0${path}\0`)
      // For a change of the mode alone git prints no contents.
      counts.push(`${counted?.added ?? '-'}\t${counted?.removed ?? '-'}\t${path}\0`)
    }
    const after = edits.length === 0 ? before : trees.edited(before, edits)
    if (after === null) return null
    return { before, after, difference: Buffer.from(lines.join('') + counts.join('')) }
  } catch {
    return null
  }
}

/** Null: it is no regular file, is too large, or a link leads to it. */
function contentOf(top: string, path: string): { readonly mode: string; readonly content: Buffer } | null {
  if (!isSafePath(path) || !isBelowFolders(top, path)) return null
  const file = openSync(join(top, path), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.size > MAX_BYTES) return null
    const content = readFileSync(file)
    // A link may have been put above it meanwhile.
    const now = isBelowFolders(top, path) ? lstatSync(join(top, path)) : null
    if (now?.ino !== found.ino || now.dev !== found.dev || content.length > MAX_BYTES) return null
    return { mode: (found.mode & 0o100) === 0 ? '100644' : '100755', content }
  } finally {
    closeSync(file)
  }
}

/** Whether all folders between are folders, and no links. */
function isBelowFolders(top: string, path: string): boolean {
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    if (!lstatSync(join(top, at)).isDirectory()) return false
  }
  return true
}

/** Lines of a change; null: one of the contents is binary. */
type LineCounts = { readonly added: number; readonly removed: number } | null

/** As far as git looks for a NUL byte, bytes. */
const LOOKED_AT = 8_000
/** Most steps: with more of them git does not look for the smallest difference either. */
const MAX_EDIT_LENGTH = 200

/** Counts the lines of a change as `git diff --numstat` does. `unknown`: git has to count. */
function countLines(before: Buffer, after: Buffer): LineCounts | 'unknown' {
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
