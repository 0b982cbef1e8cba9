import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readlink } from 'node:fs/promises'

import { fileStamp, isSameStamp, stampIn } from '../file-stamp.ts'
import type { FileVersion, WantedFile } from '../../core/ports/checkpoint-ports.ts'

/** The id that git gives to a content. `like`: another id of the same repository, which shows its algorithm. */
export function blobHash(content: Uint8Array, like: string): string {
  const algorithm = like.length === 64 ? 'sha256' : 'sha1'
  return createHash(algorithm).update(`blob ${content.byteLength}\0`).update(content).digest('hex')
}

export function isVersion(file: WantedFile | null, version: FileVersion | null): boolean {
  if (file === null || version === null) return file === version
  return file.mode === version.mode && blobHash(file.content, version.hash) === version.hash
}

/** No link that is put in the place of the file meanwhile is followed, and no pipe keeps this process waiting. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Reads a file or a link without following it; null: there is no such file. What is replaced while it is read is read
 * again. Throws the errors of the file system.
 */
export async function readFileNow(path: string): Promise<WantedFile | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null)
  if (found === null || !(found.isSymbolicLink() || found.isFile())) return null
  try {
    return found.isFile() ? await readRegular(path) : { mode: 'link', content: Buffer.from(await readlink(path)) }
  } catch (error) {
    if (isSameStamp(await fileStamp(path), stampIn(found))) throw error
    return readFileNow(path)
  }
}

async function readRegular(path: string): Promise<WantedFile> {
  const file = await open(path, AS_IT_IS)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error(`${path} is not a file any more`)
    return { mode: (found.mode & 0o100) === 0 ? 'file' : 'executable', content: await file.readFile() }
  } finally {
    await file.close()
  }
}
