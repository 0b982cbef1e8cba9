import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

const RETRY_MS = 10

/**
 * Runs `work` while no other process runs it for the same file. The lock is the operating system's own lock on that
 * file, taken through SQLite because Node has no other way to it on all systems: a crash releases it, so it is never
 * stale. The file stays empty.
 */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    while (!tryLock(lock)) await delay(RETRY_MS)
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false
    throw error
  }
}
