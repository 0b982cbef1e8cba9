import { byteWords } from './attachment.ts'
import type { FileChange } from './file-changes.ts'

/** Returns the change of a file as a unified diff, which `git apply` takes; of a binary or large file, its sizes. */
export function patchText({ path, hunks, oldSize, newSize }: FileChange): string {
  const size = (bytes: number | null): string => (bytes === null ? 'none' : byteWords(bytes))
  if (hunks === null) return `Binary or large file ${path}: ${size(oldSize)} → ${size(newSize)}\n`
  const name = (prefix: string, bytes: number | null): string => (bytes === null ? '/dev/null' : `${prefix}/${path}`)
  const header = [`diff --git a/${path} b/${path}`]
  if (oldSize === null) header.push('new file mode 100644')
  if (newSize === null) header.push('deleted file mode 100644')
  if (hunks.length > 0) header.push(`--- ${name('a', oldSize)}`, `+++ ${name('b', newSize)}`)
  return `${[...header, ...hunks.map((hunk) => hunkText(hunk))].join('\n')}\n`
}

/** Returns one hunk with its `@@` line. */
export function hunkText({ oldStart, oldLines, newStart, newLines, lines }: NonNullable<FileChange['hunks']>[number]) {
  return `@@ -${start(oldStart, oldLines)},${oldLines} +${start(newStart, newLines)},${newLines} @@\n${lines.join('\n')}`
}

/** An empty range begins before its line. */
function start(line: number, lines: number): number {
  return lines === 0 ? Math.max(0, line - 1) : line
}
