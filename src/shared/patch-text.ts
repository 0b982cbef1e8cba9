import { byteWords } from './attachment.ts'
import type { FileChange } from './file-changes.ts'
import { ok, type Result } from './result.ts'

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

/** Returns the changes of several files as one patch, or the first error of `changeOf`. */
export async function wholePatch(
  paths: readonly string[],
  changeOf: (path: string) => Promise<Result<FileChange>>,
): Promise<Result<string>> {
  const parts: string[] = []
  for (const path of paths) {
    const change = await changeOf(path)
    if (!change.ok) return change
    parts.push(patchText(change.value))
  }
  return ok(parts.join(''))
}

/** Returns one hunk with its `@@` line. */
export function hunkText({ oldStart, oldLines, newStart, newLines, lines }: NonNullable<FileChange['hunks']>[number]) {
  return `@@ -${start(oldStart, oldLines)},${oldLines} +${start(newStart, newLines)},${newLines} @@\n${lines.join('\n')}`
}

/** An empty range begins before its line. */
function start(line: number, lines: number): number {
  return lines === 0 ? Math.max(0, line - 1) : line
}
