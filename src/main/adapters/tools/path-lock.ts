import { createHash } from 'node:crypto'
import { join } from 'node:path'

import type { ToolOutcome } from '../../core/ports/tool-ports.ts'
import { makeFolder } from '../../make-folder.ts'
import { FileLockBusy, withFileLock } from '../file-lock.ts'

/** Lock files in all. Paths that share one wait for each other, which costs less than a file for each path. */
const LOCK_FILES = 64

/** How long a write of another process may take, ms: it is one file of at most 50 MiB. */
const PATH_LOCK_MS = 30_000

/**
 * Runs `work` while no other process with the same data directory changes the file at a resolved path. `folder`: where
 * the lock files are. If another process holds the lock for too long, the outcome says so.
 */
export async function withPathLock(
  folder: string,
  path: string,
  work: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  makeFolder(folder)
  const [first = 0] = createHash('sha256').update(path).digest()
  try {
    return await withFileLock(join(folder, `${first % LOCK_FILES}`), work, PATH_LOCK_MS)
  } catch (error) {
    if (error instanceof FileLockBusy) return { content: `${error.message} Nothing was written.`, isError: true }
    throw error
  }
}
