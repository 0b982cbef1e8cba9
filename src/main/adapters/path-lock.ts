import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { makeFolder } from '../make-folder.ts'
import { FileLockBusy, withFileLock } from './file-lock.ts'

/** Lock files in all. Paths that share one wait for each other, which costs less than a file for each path. */
const LOCK_FILES = 64

/** How long a write of another process may take, ms: it is one file of at most 50 MiB. */
const PATH_LOCK_MS = 30_000

/** Returns the folder with the lock files of a data directory. */
export function pathLockFolder(dataDirectory: string): string {
  return join(dataDirectory, 'file-locks')
}

/**
 * Runs `work` while no other process with the same data directory changes the file at a resolved path. `folder`: where
 * the lock files are. If another process holds the lock for too long, the result is that of `whenBusy`. The lock is not
 * reentrant, and `work` must not lock another path: paths can share a lock.
 */
export async function withPathLock<T>(
  folder: string,
  path: string,
  work: () => Promise<T>,
  whenBusy: (message: string) => T,
): Promise<T> {
  makeFolder(folder)
  const [first = 0] = createHash('sha256').update(path).digest()
  try {
    return await withFileLock(join(folder, `${first % LOCK_FILES}`), work, PATH_LOCK_MS)
  } catch (error) {
    if (error instanceof FileLockBusy) return whenBusy(error.message)
    throw error
  }
}
