import { constants, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { join } from 'node:path'

import type { SkippedFile } from '../../../shared/file-changes.ts'

/** Changed paths from the top, by what is done with them. */
export interface Sorted {
  readonly saved: string[]
  /** Not in the state, or not any more. */
  readonly removed: string[]
  readonly skipped: SkippedFile[]
  /** Size of the saved files. */
  bytes: number
}

const LOOKED_AT_ONCE = 256

/** Decides by size, kind and protection which files are saved. */
export async function sortCandidates(
  paths: readonly string[],
  {
    top,
    maxBytes,
    isLeftOut,
    shown,
  }: {
    readonly top: string
    /** Larger files are not saved. */
    readonly maxBytes: number
    /** Whether a file, by its absolute path, never enters the store. */
    readonly isLeftOut: (path: string) => boolean
    /** A path as users see it. */
    readonly shown: (path: string) => string
  },
): Promise<Sorted> {
  const sorted: Sorted = { saved: [], removed: [], skipped: [], bytes: 0 }
  for (let start = 0; start < paths.length; start += LOOKED_AT_ONCE) {
    const some = paths.slice(start, start + LOOKED_AT_ONCE)
    const found = await Promise.all(some.map((path) => lookAt(join(top, path))))
    for (const [index, path] of some.entries()) {
      const file = found[index] ?? null
      if (file === 'unreadable') {
        sorted.skipped.push({ path: shown(path), reason: 'unreadable' })
      } else if (file?.isFile() === true && isLeftOut(join(top, path))) {
        sorted.removed.push(path)
        sorted.skipped.push({ path: shown(path), reason: 'protected' })
      } else if (file === null || file.isSymbolicLink() || (file.isFile() && file.size <= maxBytes)) {
        sorted.saved.push(path)
        sorted.bytes += file?.size ?? 0
      } else if (file.isFile()) {
        sorted.removed.push(path)
        sorted.skipped.push({ path: shown(path), reason: 'large' })
      } else if (file.isDirectory()) {
        sorted.removed.push(path)
        sorted.skipped.push({ path: shown(path), reason: 'repository' })
      }
    }
  }
  return sorted
}

/** Null: it is gone. Git is not asked for what this user may not read: it refuses all files with such a one. */
async function lookAt(path: string): Promise<Stats | 'unreadable' | null> {
  try {
    const file = await lstat(path)
    if (file.isFile()) await access(path, constants.R_OK)
    return file
  } catch (error) {
    return isDenied(error) ? 'unreadable' : null
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}
