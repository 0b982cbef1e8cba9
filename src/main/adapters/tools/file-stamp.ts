import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'

import { isSystemError } from './system-error.ts'

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
export async function fileStamp(path: string): Promise<FileStamp | null> {
  try {
    return stampIn(await lstat(path, { bigint: true }))
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null
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
