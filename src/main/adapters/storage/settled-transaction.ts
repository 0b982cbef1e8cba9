import { setTimeout as delay } from 'node:timers/promises'

import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { codeOf, mayHaveHappened, NOTHING_SAVED, OUTCOME_UNKNOWN, toResult } from './storage-error.ts'
import { rowsOf } from './statements.ts'

const WAIT_MS = 100
/** Fifteen seconds: a killed server is back by then. */
const TRIES = 150

const idSchema = z.tuple([z.object({ id: z.string() })])
const statusSchema = z.tuple([z.object({ status: z.enum(['committed', 'aborted', 'in progress']).nullable() })])

/** A server that lost an id in a crash says that it is in the future. */
const NO_SUCH_ID = '22023'

interface SettledOptions {
  /** Whether the database has what the transaction writes; asked when nothing of it is carried out any more. */
  readonly isThere: (client: Sql) => Promise<boolean>
  /** How often the server is asked, every 100 ms. */
  readonly tries?: number
}

/**
 * Runs `work` in a transaction. If the connection breaks, the server is asked what became of it as soon as it answers
 * again: the call resolves if all of it was committed, and rejects with NOTHING_SAVED if none of it was. OUTCOME_UNKNOWN: the server
 * did not answer in time.
 */
export async function settledTransaction<T>(
  client: Sql,
  work: (transaction: TransactionSql) => Promise<T>,
  options: SettledOptions,
): Promise<T> {
  const ended: Ended<T>[] = []
  try {
    await client.begin(async (transaction) => {
      const value = await work(transaction)
      const [{ id }] = await rowsOf(transaction, idSchema)`select pg_current_xact_id()::text as id`
      ended.push({ id, value })
    })
  } catch (error) {
    if (!mayHaveHappened(error)) throw error
    const [end] = ended
    // The server undoes what was not ended, when it notices that the connection is gone.
    if (end === undefined) throw failure(NOTHING_SAVED, error)
    await settle(client, end.id, options, error)
  }
  const [end] = ended
  if (end === undefined) throw new Error('A transaction was committed before its end')
  return end.value
}

/** A transaction whose work is done; its commit may be under way. */
interface Ended<T> {
  readonly id: string
  readonly value: T
}

/** Resolves if the transaction was committed. */
async function settle(client: Sql, id: string, { isThere, tries = TRIES }: SettledOptions, cause: unknown) {
  for (let tried = 0; tried < tries; tried++) {
    const found = await toResult(async () => ((await isRunning(client, id)) ? null : isThere(client)))
    if (found.ok && found.value === true) return
    if (found.ok && found.value === false) throw failure(NOTHING_SAVED, cause)
    await delay(WAIT_MS)
  }
  throw failure(OUTCOME_UNKNOWN, cause)
}

/**
 * Whether the server still works on the transaction. How it ended cannot be asked in this way: after a crash the id may be
 * that of another one.
 */
async function isRunning(client: Sql, id: string): Promise<boolean> {
  try {
    const rows = await rowsOf(client, statusSchema)`select pg_xact_status(${id}::xid8) as status`
    return rows[0].status === 'in progress'
  } catch (error) {
    if (codeOf(error) === NO_SUCH_ID) return false
    throw error
  }
}

/** The reason stays readable, but its code is not that of the outcome. */
function failure(code: string, cause: unknown): Error {
  return Object.assign(new Error(cause instanceof Error ? cause.message : String(cause)), { code })
}
