import { createHash } from 'node:crypto'
import { lstat, readFile, readlink } from 'node:fs/promises'

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

/** Reads a file or a link without following it; null: there is no such file. Throws the errors of the file system. */
export async function readFileNow(path: string): Promise<WantedFile | null> {
  const found = await lstat(path).catch(() => null)
  if (found === null) return null
  if (found.isSymbolicLink()) return { mode: 'link', content: Buffer.from(await readlink(path)) }
  if (!found.isFile()) return null
  return { mode: (found.mode & 0o100) === 0 ? 'file' : 'executable', content: await readFile(path) }
}
