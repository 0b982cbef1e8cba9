import type { Sql } from 'postgres'

import { codeOf, LOCK_NOT_AVAILABLE } from './storage-error.ts'
import { command, run } from './statements.ts'

export interface PurgeLimits {
  /** How long a table is waited for, ms. Statements that come after the wait began wait as long. */
  readonly lockMs: number
  /** The pause before the next attempt, ms, in which those statements run. */
  readonly pauseMs: number
  /** Attempts for one table: others may read it for long, as a backup does. */
  readonly attempts: number
  /** Most segments of the write-ahead log that are replaced. */
  readonly segments: number
}

/**
 * Runs work that needs exclusive use of a table. While it waits for the lock, later statements wait too, even those that only
 * read; so it waits briefly and tries again. False: the table was in use at each attempt.
 */
export async function whenFree(
  client: Sql,
  work: () => Promise<unknown>,
  { lockMs, pauseMs, attempts }: Omit<PurgeLimits, 'segments'>,
): Promise<boolean> {
  await command(client, `set lock_timeout = ${lockMs}`)
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        await work()
        return true
      } catch (error) {
        if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
        await run(client)`select pg_sleep(${pauseMs / 1000})`
      }
    }
    return false
  } finally {
    await command(client, 'reset lock_timeout')
  }
}

/**
 * Takes a lock of the session. Rejects with `message` when another session holds it for longer than `limitMs`. Needs a
 * client with a single connection.
 */
export async function lockWithin(client: Sql, lock: number, limitMs: number, message: string): Promise<void> {
  await command(client, `set lock_timeout = ${limitMs}`)
  try {
    await run(client)`select pg_advisory_lock(${lock})`
  } catch (error) {
    throw codeOf(error) === LOCK_NOT_AVAILABLE ? new Error(message) : error
  } finally {
    await command(client, 'reset lock_timeout').catch(() => undefined)
  }
}
