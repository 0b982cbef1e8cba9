import type { BigIntStats } from 'node:fs'
import { link, lstat, rename } from 'node:fs/promises'

/** Which content a file had at one moment, as the file system tells it without a read. */
export interface FileStamp {
  readonly dev: bigint
  readonly ino: bigint
  /** Bytes. */
  readonly size: bigint
  /** Times of the last change of the content, and of content or attributes, ns since the epoch. */
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

/** Returns the version of what is at a path now, without following a link; null: nothing is there. */
export async function fileStamp(path: string | Buffer): Promise<FileStamp | null> {
  try {
    return stampIn(await lstat(path, { bigint: true }))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export function stampIn({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return { dev, ino, size, mtimeNs, ctimeNs }
}

/** Whether a file is the same one with the same content. Both null: there still is none. */
export function isSameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  if (a === null || b === null) return a === b
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs
}

/**
 * Puts a complete file in the place of another one, if that still is the version that was read. `expected` null: there was
 * none. False: another file is there; nothing was changed, and `temporary` still exists. Both are in the same folder.
 */
export async function placeFile(temporary: string, path: string, expected: FileStamp | null): Promise<boolean> {
  if (expected !== null) return replace(temporary, path, expected)
  try {
    // Unlike a rename, a link never replaces anything.
    await link(temporary, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // Not all file systems have links.
    return replace(temporary, path, null)
  }
}

async function replace(temporary: string, path: string, expected: FileStamp | null): Promise<boolean> {
  if (!isSameStamp(await fileStamp(path), expected)) return false
  await rename(temporary, path)
  return true
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
