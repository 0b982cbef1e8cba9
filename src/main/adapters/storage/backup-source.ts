import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import type { BackupTable, IdRange } from '../../../shared/backup-manifest.ts'
import { rangesOfIds } from '../../../shared/id-ranges.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import type {
  BackupRows,
  BackupSnapshot,
  BackupSource,
  CountedRows,
  EventRows,
  EventTable,
} from '../../core/ports/backup-ports.ts'
import { BACKUP_LOCK } from './advisory-locks.ts'
import { columnsOf, copyOut, quoted } from './copy-rows.ts'
import { newestApplied } from './migrate-database.ts'
import { toResult } from './storage-error.ts'
import { rowsOf, run } from './statements.ts'

/** The setting with the id of the log. It is not part of a backup: a restored log gets one of its own. */
export const LOG_ID = 'backup_log_id'

const ID_OF = { messages: 'id', event_hashes: 'event_id' } as const satisfies Record<EventTable, string>

const idSchema = z.array(z.object({ id: z.string() }))
const rangesSchema = z.array(z.object({ first: z.coerce.number(), last: z.coerce.number() }))
const hashesSchema = z.array(z.object({ sha256: z.string() }))
const tombstonesSchema = z.array(z.object({ redaction: z.coerce.number(), id: z.coerce.number() }))
const piecesSchema = z.array(z.object({ data: z.instanceof(Uint8Array) }))

/** Reads what a backup holds. Needs a client with a single connection that has no time limits. */
export function createBackupSource(client: Sql): BackupSource {
  return {
    async read<T>(use: (snapshot: BackupSnapshot) => Promise<Result<T>>) {
      const result = await toResult(async () => {
        const [lock] = await run(client)`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`
        if (lock?.['taken'] !== true) return refuse('Another backup of this log is being made. Wait for it to end.')
        try {
          const logId = await findLogId(client)
          return await client.begin('isolation level repeatable read read only', async (transaction) => {
            await run(
              transaction,
            )`select set_config('DateStyle', 'ISO', true), set_config('extra_float_digits', '1', true),
              set_config('bytea_output', 'hex', true)`
            return use(createSnapshot(transaction, logId, await newestApplied(transaction)))
          })
        } finally {
          await run(client)`select pg_advisory_unlock(${BACKUP_LOCK})`.catch(() => undefined)
        }
      })
      return result.ok ? result.value : result
    },
  }
}

/** Returns the id of the log, and makes one if there is none. */
export async function findLogId(client: Sql): Promise<string> {
  await run(
    client,
  )`insert into settings (key, value) values (${LOG_ID}, to_json(${randomUUID()}::text)) on conflict do nothing`
  const id = await readLogId(client)
  if (id === null) throw new Error(`The setting ${LOG_ID} was removed at the moment at which it was made.`)
  return id
}

/** Gives the log an id that it had elsewhere. */
export async function setLogId(client: Sql, id: string): Promise<void> {
  await run(client)`insert into settings (key, value) values (${LOG_ID}, to_json(${id}::text))
    on conflict (key) do update set value = excluded.value`
}

/** Returns the id of the log; null: it has none yet. */
export async function readLogId(client: Sql | TransactionSql): Promise<string | null> {
  const rows = await run(client)`select value #>> '{}' as id from settings where key = ${LOG_ID}`
  return idSchema.parse([...rows])[0]?.id ?? null
}

function createSnapshot(client: TransactionSql, logId: string, schema: number): BackupSnapshot {
  return {
    logId,
    schema,
    async eventIds(table) {
      if (!(await hasTable(client, table))) return []
      const id = sql.identifier(ID_OF[table])
      const rows = await run(client)`
        select min(id)::text as first, max(id)::text as last
        from (select ${id} as id, ${id} - row_number() over (order by ${id}) as island from ${sql.identifier(table)}) as numbered
        group by island order by min(id)`
      return rangesSchema.parse(rows).map(({ first, last }): IdRange => [first, last])
    },
    async blobHashes() {
      if (!(await hasTable(client, 'blobs'))) return []
      return (await rowsOf(client, hashesSchema)`select sha256 from blobs order by 1`).map((row) => row.sha256)
    },
    async tombstones() {
      const rows = await run(client)`
        select redaction.id::text as redaction, tombstone.id::text as id from messages as redaction
        join messages as tombstone on tombstone.data -> 'redacted' ->> 'event' = redaction.id::text
        where redaction.kind = 'redacted'`
      const pairs = tombstonesSchema.parse(rows)
      return [...Map.groupBy(pairs, ({ redaction }) => redaction)].map(([redaction, replaced]) => {
        return { redaction, ranges: rangesOfIds(replaced.map(({ id }) => id)) }
      })
    },
    async eventHash(id) {
      const rows = await run(client)`
        select encode(sha256(convert_to(
          concat_ws('|', id, agent_uuid, kind, extract(epoch from created_at), content, data::text), 'UTF8')), 'hex') as sha256
        from messages where id = ${id}`
      return hashesSchema.parse(rows)[0]?.sha256 ?? null
    },
    events: (table, ranges) => readEvents(client, table, ranges),
    table: (table) => readTable(client, table),
    blob: (sha256) => readBlob(client, sha256),
  }
}

async function* readEvents(
  client: TransactionSql,
  table: EventTable,
  ranges: readonly IdRange[],
): AsyncGenerator<EventRows> {
  if (ranges.length === 0) return
  const columns = await columnsOf(client, table)
  // The numbers come from the database itself; COPY takes no parameters.
  const wanted = ranges.map(([first, last]) => `(${first}::bigint,${last}::bigint)`).join(',')
  const query = `select ${quoted(columns)} from (values ${wanted}) as wanted(low, high)
    join ${table} on ${ID_OF[table]} between low and high order by ${ID_OF[table]}`
  let ids: number[] = []
  for await (const body of copyOut(client, query, (id) => ids.push(Number(id)))) {
    yield { table, columns, body, rows: ids.length, ranges: rangesOfIds(ids) }
    ids = []
  }
}

async function* readTable(client: TransactionSql, table: BackupTable): AsyncGenerator<CountedRows> {
  if (!(await hasTable(client, table))) return
  const columns = await columnsOf(client, table)
  let rows = 0
  for await (const body of copyOut(client, tableQuery(table, quoted(columns)), () => rows++)) {
    yield { table, columns, body, rows }
    rows = 0
  }
}

/** Whether the database has this table: an older schema, whose migration is due, has fewer. */
export async function hasTable(client: Sql | TransactionSql, table: string): Promise<boolean> {
  const [row] = await run(client)`select to_regclass(${`public.${table}`}) is not null as found`
  return row?.['found'] === true
}

function tableQuery(table: BackupTable, columns: string): string {
  if (table === 'settings') return `select ${columns} from settings where key <> '${LOG_ID}' order by 1`
  if (table !== 'agents') return `select ${columns} from "${table}" order by 1`
  // Parents first, because a trigger looks for the root of an agent when it is inserted.
  return `with recursive tree as (
      select uuid as id, 0 as depth from agents where parent_uuid is null
      union all select child.uuid, depth + 1 from tree join agents as child on child.parent_uuid = tree.id)
    select ${columns} from agents join tree on tree.id = uuid order by depth, created_at, uuid`
}

async function readBlob(client: TransactionSql, sha256: string): Promise<BackupRows> {
  const columns = await columnsOf(client, 'blobs')
  const parts: Uint8Array[] = []
  const query = `select ${quoted(columns)} from blobs where sha256 = '${sha256.replaceAll("'", '')}'`
  for await (const row of copyOut(client, query, () => undefined)) parts.push(row)
  const pieces = await run(client)`
    select data from blob_pieces where upload = (select upload from blobs where sha256 = ${sha256}) order by start`
  for (const { data } of piecesSchema.parse(pieces)) parts.push(data)
  return { table: 'blobs', columns, body: Buffer.concat(parts) }
}
