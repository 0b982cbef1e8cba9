import { truncateSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

const RETRY_MS = 10
/** A start of the database may take two minutes, and so may the one before it that is waited for. */
const LIMIT_MS = 5 * 60_000

/** Another process has held a lock for too long. The message is for the user. */
export class FileLockBusy extends Error {}

/**
 * Runs `work` while no other process runs it for the same file. The lock is the operating system's own lock on that
 * file, taken through SQLite because Node offers no other way on all systems. A crash releases it, so it is never
 * stale. The file stays empty. A file with other content is emptied, because no process can have locked it. Rejects
 * with a FileLockBusy if another process works for longer than `limitMs`.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const endsAt = performance.now() + limitMs
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    while (!tryLock(lock, path)) {
      if (performance.now() > endsAt) throw new FileLockBusy(busyText(path, limitMs))
      await delay(RETRY_MS)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function busyText(path: string, limitMs: number): string {
  return `Another ikigai has held ${path} for ${limitMs / 1_000} s. Wait until it is done, or end it and try again.`
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
