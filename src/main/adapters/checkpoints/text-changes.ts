import { applyPatch, structuredPatch, type StructuredPatchHunk } from 'diff'

import type { TextChanges } from '../../core/ports/checkpoint-ports.ts'
import { blobHash, isVersion } from './file-version.ts'
import type { ChangeHunk } from '../../../shared/file-changes.ts'

/** Larger texts are not compared, bytes. */
const MAX_SIZE = 2_000_000
/** Most steps for finding the smallest difference. */
const MAX_EDIT_LENGTH = 20_000
const CONTEXT_LINES = 3

/** Compares texts as bytes, one character each, so that no byte of an invalid encoding is lost. */
export const textChanges: TextChanges = {
  versionOf: ({ mode, content }, like) => ({ mode, hash: blobHash(content, like.hash) }),
  isVersion,
  hunks(before, after) {
    const hunks = hunksOf(before, after)
    return hunks?.map((hunk): ChangeHunk => ({ ...hunk, lines: hunk.lines.map(shown) })) ?? null
  },
  withoutHunks({ before, after, current }, indexes) {
    const hunks = hunksOf(before, after)
    if (hunks === null) return null
    let text = latin1(current)
    for (const index of indexes.toSorted((a, b) => b - a)) {
      const hunk = hunks[index]
      const changed = hunk === undefined ? false : withoutHunk(text, hunk)
      if (changed === false) return null
      text = changed
    }
    return Buffer.from(text, 'latin1')
  },
}

function hunksOf(before: Uint8Array, after: Uint8Array): readonly StructuredPatchHunk[] | null {
  const sizes = before.byteLength + after.byteLength
  if (sizes > MAX_SIZE || before.includes(0) || after.includes(0)) return null
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDIT_LENGTH }
  return structuredPatch('', '', latin1(before), latin1(after), '', '', options)?.hunks ?? null
}

function withoutHunk(text: string, hunk: StructuredPatchHunk): string | false {
  const reversed = {
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
    lines: reversedLines(hunk.lines),
  }
  const patch = { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks: [reversed] }
  return applyPatch(text, patch, { fuzzFactor: 0, autoConvertLineEndings: false })
}

/** Swaps added and removed lines, removed ones first, each with the note about its missing line end. */
function reversedLines(lines: readonly string[]): string[] {
  const reversed: string[] = []
  let removed: string[] = []
  let added: string[] = []
  let last: string[] = reversed
  const flush = (): void => {
    reversed.push(...removed, ...added)
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.startsWith('\\')) last.push(line)
    else if (line.startsWith('+')) (last = removed).push(`-${line.slice(1)}`)
    else if (line.startsWith('-')) (last = added).push(`+${line.slice(1)}`)
    else {
      flush()
      ;(last = reversed).push(line)
    }
  }
  flush()
  return reversed
}

function latin1(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1')
}

function shown(line: string): string {
  return Buffer.from(line, 'latin1').toString('utf8')
}
