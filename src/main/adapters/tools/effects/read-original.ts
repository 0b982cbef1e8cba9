import { constants } from 'node:fs'
import { open, readlink } from 'node:fs/promises'

import { fileStamp, isSameStamp, stampIn } from '../../file-stamp.ts'
import type { FolderCopy } from './folder-copy.ts'
import { entryPath } from './folder-entries.ts'

/** A pipe that was put in the place of a file does not keep this process waiting, and a link is not followed. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Returns the content of a file of the folder, or where a link leads, if it is what was copied; null: it is not any more.
 * Programs can put a link in the place of the file, or of a folder above it, which would lead to files that nobody in the
 * folder may read. `path`: as in `FolderEntries`. `maxBytes`: null is returned for a larger file.
 */
export async function readOriginal(
  { folder, original }: FolderCopy,
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | null> {
  const before = original.get(path)
  if (before === undefined || before.stamp.size > maxBytes) return null
  const from = entryPath(folder, path)
  if (before.kind === 'link') {
    const target = await readlink(from, { encoding: 'buffer' }).catch(() => null)
    return isSameStamp(before.stamp, await fileStamp(from).catch(() => null)) ? target : null
  }
  if (before.kind !== 'file') return null
  const file = await open(from, AS_IT_IS).catch(() => null)
  if (file === null) return null
  try {
    return isSameStamp(before.stamp, stampIn(await file.stat({ bigint: true }))) ? await file.readFile() : null
  } finally {
    await file.close()
  }
}
