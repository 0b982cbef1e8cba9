import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { err, ok, type Result } from '../../../shared/result.ts'
import type { FreedSpace } from '../../../shared/room.ts'
import { PURGE_LOCK } from './advisory-locks.ts'
import { dropUnfinishedIndexes } from './search-indexes.ts'
import { codeOf, INSUFFICIENT_PRIVILEGE, storageError } from './storage-error.ts'
import { type PurgeLimits, whenFree } from './when-free.ts'
import { command, rowsOf, run } from './statements.ts'

/** Pages of 8 KiB that no vacuum has seen, of one table, from which on it is looked at. */
const UNSEEN_PAGES = 512
/** Bytes of an index below which neither measuring nor making it anew is worth the work. */
const SMALL_INDEX = 1024 * 1024
/** Pages of an index that are looked at, spread evenly: a share of them is within about three percent of that of all. */
const SAMPLED_PAGES = 1_000
/** The share of an index that holds nothing, from which on it is made anew. */
const MOSTLY_EMPTY = 0.5

/** Waits for transactions that began before an index is made anew: they may take minutes, as a backup does. */
const LIMITS: Omit<PurgeLimits, 'segments'> = { lockMs: 600_000, pauseMs: 0, attempts: 1 }

/** How long measuring may take, ms. */
const MEASURE_LIMIT_MS = 30_000

/**
 * Errors that say that it cannot be measured: no right to do so, the extension is not installed on the server's machine (in two
 * ways), the server only reads, or it took too long.
 */
const UNMEASURABLE: ReadonlySet<unknown> = new Set([INSUFFICIENT_PRIVILEGE, '0A000', '58P01', '25006', '57014'])

const tablesSchema = z.array(z.object({ name: z.string() }))
const deadSchema = z.array(z.object({ table: z.string(), bytes: z.coerce.number(), share: z.coerce.number() }))
const indexesSchema = z.array(
  z.object({ name: z.string(), table: z.string(), bytes: z.coerce.number(), share: z.coerce.number() }),
)
const sizeSchema = z.tuple([z.object({ bytes: z.coerce.number() })])

interface EmptyIndex {
  readonly name: string
  readonly bytes: number
  /** The share that holds nothing, 0 to 1. */
  readonly share: number
}

interface Unused {
  readonly bytes: number
  /** Those that are not small. */
  readonly indexes: readonly EmptyIndex[]
}

/**
 * Measures the space of tables and indexes that holds nothing: dead rows, as an import leaves them that was killed, and free space,
 * which later rows take. Pages that a vacuum has seen are not read, and of an index only a sample. The extensions that measure
 * it come with the built-in server; they are removed again where they were not there. Null: it cannot be measured, because the user of
 * the database may not, the server lacks the extensions, or it takes too long.
 */
export async function measureUnused(client: Sql): Promise<Unused | null> {
  try {
    let unused: Unused = { bytes: 0, indexes: [] }
    await client
      .begin(async (transaction) => {
        await command(transaction, `set local statement_timeout = ${MEASURE_LIMIT_MS}`)
        await command(transaction, 'create extension if not exists pgstattuple schema public')
        await command(transaction, 'create extension if not exists pageinspect schema public')
        unused = await readUnused(transaction)
        throw new Measured()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Measured)) throw error
      })
    return unused
  } catch (error) {
    if (UNMEASURABLE.has(codeOf(error))) return null
    throw error
  }
}

/** Undoes the transaction, and with it the extensions. */
class Measured extends Error {}

async function readUnused(transaction: TransactionSql): Promise<Unused> {
  const extensions = await run(transaction)`
    select extname as name, extnamespace::regnamespace::text as place from pg_extension
    where extname in ('pgstattuple', 'pageinspect')`
  const place = (name: string): string => String(extensions.find((row) => row['name'] === name)?.['place'] ?? 'public')
  const tables = deadSchema.parse([...(await command(transaction, deadRows(place('pgstattuple'))))])
  const dead = new Map(tables.map(({ table, share }) => [table, share]))
  const sampled = indexesSchema.parse([...(await command(transaction, emptyPages(place('pageinspect'))))])
  const indexes = sampled.map(({ name, table, bytes, share }) => ({
    name,
    bytes,
    // Entries of dead rows take room as others do until a vacuum removes them.
    share: share + (1 - share) * (dead.get(table) ?? 0),
  }))
  const inTables = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  return { bytes: Math.round(indexes.reduce((sum, { bytes, share }) => sum + bytes * share, inTables)), indexes }
}

/** By table, together with what it stores outside of its rows: what is free or dead, and the share of the bytes of rows that is dead. */
const deadRows = (place: string): string => `
select relation.oid::regclass::text as "table",
  sum(measured.approx_free_space + measured.dead_tuple_len) as bytes,
  coalesce(sum(measured.dead_tuple_len) / nullif(sum(measured.dead_tuple_len + measured.approx_tuple_len), 0)::float8, 0)
    as share
from pg_class as relation
join pg_class as part on part.oid in (relation.oid, relation.reltoastrelid)
cross join lateral ${place}.pgstattuple_approx(part.oid) as measured
where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
group by relation.oid`

/** By index: the share of its pages that are free, of those that are at least half empty. */
const emptyPages = (place: string): string => `
select index.oid::regclass::text as name, indrelid::regclass::text as "table", pg_relation_size(index.oid) as bytes, sample.share
from pg_index join pg_class as index on index.oid = indexrelid
cross join lateral (
  select coalesce(avg(case when page.upper = 0 then 1 when page.upper - page.lower > page.pagesize / 2
    then (page.upper - page.lower) / page.pagesize::float8 else 0 end), 0) as share
  from generate_series(1, pg_relation_size(index.oid) / current_setting('block_size')::int - 1,
    greatest(1, pg_relation_size(index.oid) / current_setting('block_size')::int / ${SAMPLED_PAGES})) as number
  cross join lateral ${place}.page_header(${place}.get_raw_page(index.oid::regclass::text, number)) as page) as sample
where index.relnamespace = 'public'::regnamespace and index.relkind = 'i' and indisvalid
  and pg_relation_size(index.oid) >= ${SMALL_INDEX}`

/**
 * Returns whether a table has many pages that no vacuum has seen. So it is after an import or a restore that was killed, with
 * ikigai or with the server: a crash of the server resets the counters by which it would begin a vacuum by itself. After one
 * that succeeded the same vacuum makes later ones shorter.
 */
export async function isFreeDue(client: Sql): Promise<boolean> {
  const rows = await command(client, UNSEEN)
  return rows.length > 0
}

const UNSEEN = `
select from pg_class as relation
left join pg_class as toast on toast.oid = relation.reltoastrelid
where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
  and greatest(0, pg_relation_size(relation.oid) / current_setting('block_size')::int - relation.relallvisible)
    + greatest(0, coalesce(pg_relation_size(toast.oid) / current_setting('block_size')::int - toast.relallvisible, 0))
    > ${UNSEEN_PAGES}
limit 1`

/**
 * Frees the space that holds nothing, while others read and write: gives what is at the ends of tables back to the disk, the
 * rest to later rows, and makes indexes anew that are mostly empty. Needs a client with a single connection that has no time
 * limits. An abort ends the current statement; what was freed until then stays free.
 */
export async function freeUnused(client: Sql): Promise<Result<FreedSpace>> {
  const [lock] = await run(client)`select pg_try_advisory_lock(${PURGE_LOCK}) as taken`
  if (lock?.['taken'] !== true) return err(storageError(OTHERS_FREE, true))
  try {
    // Not every system can notice the end of a connection during a statement.
    await command(client, "set client_connection_check_interval = '1s'").catch(() => undefined)
    const before = await databaseSize(client)
    await dropUnfinishedIndexes(client)
    const measured = await measureUnused(client)
    for (const { name, share } of measured?.indexes ?? [])
      // First, since a vacuum reads whole indexes.
      if (share >= MOSTLY_EMPTY)
        await whenFree(client, () => command(client, `reindex index concurrently ${name}`), LIMITS)
    for (const { name } of await readTables(client)) await command(client, `vacuum (skip_locked, analyze) ${name}`)
    await command(client, 'checkpoint').catch(() => undefined)
    const left = await measureUnused(client)
    return ok({ freed: Math.max(0, before - (await databaseSize(client))), left: left?.bytes ?? null })
  } finally {
    await run(client)`select pg_advisory_unlock(${PURGE_LOCK})`.catch(() => undefined)
  }
}

const OTHERS_FREE =
  'Another ikigai frees space of the database, or removes what was redacted. Try again when it has ended.'

async function readTables(client: Sql) {
  return rowsOf(client, tablesSchema)`
      select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid)`
}

async function databaseSize(client: Sql): Promise<number> {
  return (await rowsOf(client, sizeSchema)`select pg_database_size(current_database())::text as bytes`)[0].bytes
}
