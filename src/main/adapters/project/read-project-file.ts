import { createHash } from 'node:crypto'
import { constants, lstat, open, realpath } from 'node:fs/promises'

import { isInside } from '../is-inside.ts'

/** Largest file that is read at all, bytes. */
const MAX_PROJECT_FILE = 1024 ** 2

export interface ProjectFile {
  readonly ok: true
  /** Real path. */
  readonly path: string
  readonly text: string
  /** Hex. */
  readonly sha256: string
  readonly bytes: number
}

export type ReadProjectFile =
  | ProjectFile
  /** `problem` completes a sentence that begins with the path. */
  | { readonly ok: false; readonly problem: string; readonly isMissing: boolean }

/**
 * Reads a regular file whose real path is inside `root`. A pipe, a device or a link out of the folder is not opened.
 */
export async function readProjectFile(
  root: string,
  asked: string,
  maxBytes = MAX_PROJECT_FILE,
): Promise<ReadProjectFile> {
  try {
    const path = await realpath(asked)
    if (!isInside(root, path)) return problem('leads out of the folder')
    if (!(await lstat(path)).isFile()) return problem('is not a regular file')
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return problem('is not a regular file')
      if (stat.size > maxBytes) return problem(`is larger than ${maxBytes} bytes`)
      return textOf(path, await file.readFile())
    } finally {
      await file.close()
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
    return { ok: false, problem: isMissing ? 'does not exist' : 'cannot be read', isMissing }
  }
}

function textOf(path: string, bytes: Buffer): ReadProjectFile {
  try {
    // The mark at the beginning is not part of the text.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) return problem('is not a text file')
    return { ok: true, path, text, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
  } catch {
    return problem('is not valid UTF-8')
  }
}

function problem(text: string): ReadProjectFile {
  return { ok: false, problem: text, isMissing: false }
}
