import type { Sql } from 'postgres'
import { z } from 'zod'

import { err, ok, type Result } from '../../../shared/result.ts'
import { keepSegments, replaceWriteAheadLog } from './replace-write-ahead-log.ts'
import { codeOf, INSUFFICIENT_PRIVILEGE, LOCK_NOT_AVAILABLE, storageError } from './storage-error.ts'

/** The tables that had the content, and those whose rows repeat it. */
const TABLES = [
  'messages',
  'event_hashes',
  'attachments',
  'mail',
  'drafts',
  'queued_prompts',
  'stream_journal',
  'settings',
  'agents',
] as const

/** Those from which a redaction removes rows only if it removes files. */
const TABLES_OF_FILES = ['blobs', 'blob_pieces'] as const

/** The setting that says that a purge is due: the newest redaction, and whether files were removed. */
const PURGE_DUE = 'purge_due'

/** Older versions stored only the id of the redaction. */
const dueSchema = z.union([z.object({ files: z.boolean() }), z.number().transform(() => ({ files: true }))])
const tablesSchema = z.array(z.object({ name: z.string() }))

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

const LIMITS: PurgeLimits = { lockMs: 300, pauseMs: 1_000, attempts: 600, segments: 200 }

/**
 * Removes from the disk what redactions removed from the tables: old versions of rows, words in indexes, samples in the statistics
 * of the planner, and the write-ahead log. Returns false if the user of the database may not replace the log of the server; an error
 * if something remains to be done, which the next purge does.
 * Needs a client with a single connection that has no time limits. Others wait for a table while it is written anew, the largest last.
 */
export async function purgeRedacted(client: Sql, limits: PurgeLimits = LIMITS): Promise<Result<boolean>> {
  await ifPermitted(() => keepSegments(client))
  const [due] = await client`select value::text as value from settings where key = ${PURGE_DUE}`
  const { files } = dueSchema.catch({ files: true }).parse(JSON.parse(String(due?.['value'] ?? 'null')))
  // Those of tables that are empty now would stay.
  const isSuperuser = await ifPermitted(() => client.unsafe(DELETE_STATISTICS))
  for (const name of await smallestFirst(client, files ? [...TABLES, ...TABLES_OF_FILES] : TABLES)) {
    if (!(await rewrite(client, `(full, analyze) ${name}`, limits))) return err(busy(name))
  }
  let isReplaced = false
  const isPermitted = await ifPermitted(async () => {
    isReplaced =
      (await rewrite(client, '(full) pg_catalog.pg_statistic', limits)) &&
      (await replaceWriteAheadLog(client, limits.segments))
  })
  if (isPermitted && !isReplaced) return err(storageError(LOG_IS_LEFT, true))
  await client`delete from settings where key = ${PURGE_DUE} and value::text = ${String(due?.['value'])}`
  return ok(isSuperuser && isPermitted)
}

/** Whether a purge was begun and not finished, or not begun. */
export async function isPurgeDue(client: Sql): Promise<boolean> {
  const rows = await client`select from settings where key = ${PURGE_DUE}`
  return rows.length > 0
}

const LOG_IS_LEFT = 'Others write so much that the write-ahead log of the database was not replaced as a whole.'

function busy(table: string) {
  return storageError(`Others use the table ${table} for so long that it was not written anew.`, true)
}

async function smallestFirst(client: Sql, tables: readonly string[]): Promise<readonly string[]> {
  const rows = await client`
    select name from unnest(${`{${tables.join(',')}}`}::text[]) as name order by pg_total_relation_size(name::regclass), name`
  return tablesSchema.parse([...rows]).map(({ name }) => name)
}

/**
 * Writes a table anew. Whoever waits for its lock makes all others wait, who came later and only read; so it is waited for
 * briefly and often. False: the table was in use at each attempt.
 */
async function rewrite(client: Sql, what: string, { lockMs, pauseMs, attempts }: PurgeLimits): Promise<boolean> {
  await client.unsafe(`set lock_timeout = ${lockMs}`)
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        await client.unsafe(`vacuum ${what}`)
        return true
      } catch (error) {
        if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
        await client`select pg_sleep(${pauseMs / 1000})`
      }
    }
    return false
  } finally {
    await client.unsafe('reset lock_timeout')
  }
}

/** Runs work that only a superuser may do; false: the user is none. */
async function ifPermitted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
}

const DELETE_STATISTICS = `
delete from pg_catalog.pg_statistic where starelid in (
  select oid from pg_class where relnamespace = 'public'::regnamespace)`
