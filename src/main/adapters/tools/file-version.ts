import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'

import { isSystemError } from './system-error.ts'

/** Which content a file had at one moment, as the file system tells it without a read. */
export interface FileVersion {
  readonly dev: bigint
  readonly ino: bigint
  /** Bytes. */
  readonly size: bigint
  /** Times of the last change of the content, and of content or attributes, ns since the epoch. */
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

/** Returns the version of what is at a path now, without following a link; null: nothing is there. */
export async function fileVersion(path: string): Promise<FileVersion | null> {
  try {
    return versionIn(await lstat(path, { bigint: true }))
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null
    throw error
  }
}

export function versionIn({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileVersion {
  return { dev, ino, size, mtimeNs, ctimeNs }
}

/** Whether a file is the same one with the same content. Both null: there still is none. */
export function isSameVersion(a: FileVersion | null, b: FileVersion | null): boolean {
  if (a === null || b === null) return a === b
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs
}
