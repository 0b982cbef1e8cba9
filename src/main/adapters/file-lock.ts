import { truncateSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

const RETRY_MS = 10

/**
 * Runs `work` while no other process runs it for the same file. The lock is the operating system's own lock on that
 * file, taken through SQLite because Node offers no other way on all systems. A crash releases it, so it is never
 * stale. The file stays empty. A file with other content is emptied, because no process can have locked it.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    while (!tryLock(lock, path)) await delay(RETRY_MS)
    return await work()
  } finally {
    lock.close()
  }
}

/** SQLite's result codes (sqlite.org/rescode.html). */
const SQLITE_FULL = 13
const SQLITE_NOT_A_DATABASE = 26

function tryLock(lock: DatabaseSync, path: string): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false
    if (codeOf(error) === SQLITE_FULL)
      throw Object.assign(new Error(`There is no space left for ${path}`), { code: 'ENOSPC' })
    if (codeOf(error) !== SQLITE_NOT_A_DATABASE) throw error
    truncateSync(path)
    return false
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : null
}
