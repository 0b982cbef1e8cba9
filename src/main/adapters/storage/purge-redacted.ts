import type { Sql } from 'postgres'
import { z } from 'zod'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Purged } from '../../core/ports/redaction-ports.ts'
import { PURGE_LOCK } from './advisory-locks.ts'
import { buildSearchIndexes, dropSearchIndexes, dropUnfinishedIndexes, TAKEN_INDEXES } from './search-indexes.ts'
import { codeOf, INSUFFICIENT_PRIVILEGE, storageError } from './storage-error.ts'
import { type PurgeLimits, whenFree } from './when-free.ts'
import { command, run } from './statements.ts'

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

const LIMITS: PurgeLimits = { lockMs: 300, pauseMs: 1_000, attempts: 600, segments: 200 }

/**
 * Removes from the disk what redactions removed from the tables: old versions of rows, words in indexes, samples in the statistics
 * of the planner, and the write-ahead log. Returns an error
 * if something remains to be done, which the next purge does.
 * Needs a client with a single connection that has no time limits. Others wait for a table while it is written anew, the largest last;
 * its indexes for searching are made beside them. Purges of one database come one after the other; if another one has done the work
 * meanwhile, or only indexes are missing, no table is written anew.
 */
export async function purgeRedacted(client: Sql, limits: PurgeLimits = LIMITS): Promise<Result<Purged>> {
  // Waiting in one statement would keep the other purge from making its indexes, which waits for older statements.
  for (let attempt = 1; !(await tryLock(client)); attempt++) {
    if (attempt >= limits.attempts) return err(storageError(OTHER_PURGES, true))
    await run(client)`select pg_sleep(${limits.pauseMs / 1000})`
  }
  try {
    await dropUnfinishedIndexes(client)
    const due = await readDue(client)
    const purged = due === null ? ok(await isSuperuser(client)) : await purgeOrRebuild(client, limits, due)
    const areIndexesBuilt = await buildSearchIndexes(client, limits)
    return mapOk(purged, (isLogReplaced) => ({ isLogReplaced, areIndexesBuilt }))
  } finally {
    await run(client)`select pg_advisory_unlock(${PURGE_LOCK})`.catch(() => undefined)
  }
}

async function tryLock(client: Sql): Promise<boolean> {
  const [lock] = await run(client)`select pg_try_advisory_lock(${PURGE_LOCK}) as taken`
  return lock?.['taken'] === true
}

/** The setting as JSON; null: no purge is due. */
async function readDue(client: Sql): Promise<string | null> {
  const [due] = await run(client)`select value::text as value from settings where key = ${PURGE_DUE}`
  return due === undefined ? null : String(due['value'])
}

async function isSuperuser(client: Sql): Promise<boolean> {
  const rows = await run(client)`select from pg_roles where rolname = current_user and rolsuper`
  return rows.length > 0
}

/** A purge that fails, as on a full disk, does not leave searches without indexes until the next start. */
async function purgeOrRebuild(client: Sql, limits: PurgeLimits, due: string): Promise<Result<boolean>> {
  try {
    return await purge(client, limits, due)
  } catch (error) {
    // What failed first is reported.
    await buildSearchIndexes(client, limits).catch(() => undefined)
    throw error
  }
}

/** False: the user of the database may not replace the log of the server. */
async function purge(client: Sql, limits: PurgeLimits, due: string): Promise<Result<boolean>> {
  await ifPermitted(() => keepSegments(client))
  const { files } = dueSchema.catch({ files: true }).parse(JSON.parse(due))
  // Those of tables that are empty now would stay.
  const hasNoStatistics = await ifPermitted(() => command(client, DELETE_STATISTICS))
  for (const name of await smallestFirst(client, files ? [...TABLES, ...TABLES_OF_FILES] : TABLES)) {
    if (!(await rewriteTable(client, name, limits))) return err(busy(name))
  }
  let isReplaced = false
  const isPermitted = await ifPermitted(async () => {
    isReplaced =
      (await rewrite(client, '(full) pg_catalog.pg_statistic', limits)) &&
      (await replaceWriteAheadLog(client, limits.segments))
  })
  if (isPermitted && !isReplaced) return err(storageError(LOG_IS_LEFT, true))
  await run(client)`delete from settings where key = ${PURGE_DUE} and value::text = ${due}`
  return ok(hasNoStatistics && isPermitted)
}

/** Whether a purge is to be begun or finished, or its indexes are to be made again. */
export async function isPurgeDue(client: Sql): Promise<boolean> {
  const rows = await run(client)`select from settings where key in (${PURGE_DUE}, ${TAKEN_INDEXES})`
  return rows.length > 0
}

const LOG_IS_LEFT = 'Others write so much that the write-ahead log of the database was not replaced as a whole.'

const OTHER_PURGES =
  'Another ikigai still removes what was redacted from the files of the database. It is removed when that one is done, or at the next start.'

function busy(table: string) {
  return storageError(`Others use the table ${table} for so long that it was not written anew.`, true)
}

async function smallestFirst(client: Sql, tables: readonly string[]): Promise<readonly string[]> {
  const rows = await run(client)`
    select name from unnest(${`{${tables.join(',')}}`}::text[]) as name order by pg_total_relation_size(name::regclass), name`
  return tablesSchema.parse([...rows]).map(({ name }) => name)
}

/** Writes a table anew, without its indexes for searching. False: it was in use at each attempt. */
async function rewriteTable(client: Sql, name: string, limits: PurgeLimits): Promise<boolean> {
  const drop = (): Promise<boolean> => ifPermitted(() => dropSearchIndexes(client, name))
  return (await whenFree(client, drop, limits)) && rewrite(client, `(full, analyze) ${name}`, limits)
}

function rewrite(client: Sql, what: string, limits: PurgeLimits): Promise<boolean> {
  return whenFree(client, () => command(client, `vacuum ${what}`), limits)
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

/** The setting that says that the server was told to delete the segments of its write-ahead log instead of keeping them. */
const NOT_RECYCLING = 'purge_keeps_no_segments'

/**
 * Fills all segments that exist, also those that the server keeps for later with their old content, and has them deleted instead
 * of kept. False: `most` segments were filled, and old ones are left; others write at the same time.
 */
async function replaceWriteAheadLog(client: Sql, most: number): Promise<boolean> {
  await deleteSegments(client)
  try {
    await command(client, 'checkpoint')
    await command(client, 'checkpoint')
    const last = await lastSegment(client)
    for (let count = 0; count < most && (await currentSegment(client)) <= last; count++) {
      await run(client)`select pg_logical_emit_message(true, 'ikigai', '')`
      await run(client)`select pg_switch_wal()`
      await command(client, 'checkpoint')
    }
    await command(client, 'checkpoint')
    return (await currentSegment(client)) > last
  } finally {
    await keepSegments(client)
  }
}

/** Sets the server as it was, if a purge changed it; one that was killed leaves that to the next. */
async function keepSegments(client: Sql): Promise<void> {
  const found = await run(client)`select from settings where key = ${NOT_RECYCLING}`
  if (found.length === 0) return
  await command(client, 'alter system reset wal_recycle')
  await run(client)`select pg_reload_conf()`
  await run(client)`delete from settings where key = ${NOT_RECYCLING}`
}

/** The note comes first. Where the server deletes segments anyway, nothing is changed. */
async function deleteSegments(client: Sql): Promise<void> {
  const [row] = await run(client)`select current_setting('wal_recycle') as value`
  if (row?.['value'] === 'off') return
  await run(client)`insert into settings (key, value) values (${NOT_RECYCLING}, 'true') on conflict do nothing`
  await command(client, 'alter system set wal_recycle = off')
  await run(client)`select pg_reload_conf()`
}

/** Names of segments ascend. */
async function lastSegment(client: Sql): Promise<string> {
  const [row] = await run(client)`select max(name) as name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`
  return String(row?.['name'] ?? '')
}

async function currentSegment(client: Sql): Promise<string> {
  const [row] = await run(client)`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`
  return String(row?.['name'])
}
