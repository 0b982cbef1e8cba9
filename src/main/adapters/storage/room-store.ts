import { sql } from 'drizzle-orm'
import { z } from 'zod'

import type { RoomStore } from '../../core/ports/room-ports.ts'
import { type Database, openSingle, type Target } from './database-clients.ts'
import { freeUnused, isFreeDue, measureUnused } from './dead-space.ts'
import { codeOf, INSUFFICIENT_PRIVILEGE, toResult } from './storage-error.ts'

const bytesSchema = z.coerce.number()
const sizesSchema = z.tuple([
  z.object({
    count: bytesSchema,
    events: bytesSchema,
    search: bytesSchema,
    hashes: bytesSchema,
    files: bytesSchema,
    indexes: bytesSchema,
    all: bytesSchema,
  }),
])
const ownersSchema = z.array(z.object({ agentId: z.string(), name: z.string() }))
const logSchema = z.tuple([z.object({ bytes: bytesSchema })])

/** Reads the sizes of tables and indexes. */
export function createRoomStore(database: Database, target: Target): RoomStore {
  return {
    sizes: () =>
      toResult(async () => {
        const [{ count, all, ...bytes }] = sizesSchema.parse([...(await database.execute(SIZES))])
        const known = Object.values(bytes).reduce((sum, size) => sum + size, 0)
        const log = await sizeOfWriteAheadLog(database)
        const unused = (await measureUnused(database.$client))?.bytes ?? null
        return { events: count, bytes: { ...bytes, other: Math.max(0, all - known), write_ahead_log: log }, unused }
      }),
    isFreeDue: () => toResult(() => isFreeDue(database.$client)),
    free: async (signal) => {
      const freed = await toResult(async () => {
        // Without the time limits of the pool: a large table takes minutes.
        const own = openSingle(target)
        const stop = (): void => void own.end({ timeout: 0 })
        signal?.addEventListener('abort', stop, { once: true })
        try {
          signal?.throwIfAborted()
          return await freeUnused(own)
        } finally {
          signal?.removeEventListener('abort', stop)
          await own.end({ timeout: 1 })
        }
      })
      return freed.ok ? freed.value : freed
    },
    outputOwners: (names) =>
      toResult(async () => ownersSchema.parse([...(await database.execute(outputOwners(JSON.stringify(names))))])),
  }
}

/** Null: only members of `pg_monitor` may know it. */
async function sizeOfWriteAheadLog(database: Database): Promise<number | null> {
  try {
    const rows = await database.execute(sql`select coalesce(sum(size), 0)::text as bytes from pg_ls_waldir()`)
    return logSchema.parse([...rows])[0].bytes
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
}

/** The path is that of the machine on which the tool ran. */
const outputOwners = (names: string) => sql`
select distinct agent_uuid::text as "agentId", named.name
from messages join jsonb_array_elements_text(${names}::text::jsonb) as named (name)
  on named.name = regexp_replace(data ->> 'full_output', '^.*[/\\\\]', '')
where kind = 'tool_result' and data ->> 'full_output' is not null`

const SIZES = sql`
with parts as (
  select relation.relname as owner, pg_table_size(relation.oid) as bytes, 'table' as type
  from pg_class as relation where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select owner.relname, pg_relation_size(indexrelid), case amname when 'gin' then 'search' else 'index' end
  from pg_index
  join pg_class as owner on owner.oid = indrelid and owner.relnamespace = 'public'::regnamespace
  join pg_class as relation on relation.oid = indexrelid
  join pg_am on pg_am.oid = relation.relam)
select (select count(*) from messages) as count,
  coalesce(sum(bytes) filter (where type = 'table' and owner in ('messages', 'responses', 'attachments')), 0) as events,
  coalesce(sum(bytes) filter (where type = 'search'), 0) as search,
  coalesce(sum(bytes) filter (where owner = 'event_hashes'), 0) as hashes,
  coalesce(sum(bytes) filter (where type = 'table' and owner in ('blobs', 'blob_pieces')), 0) as files,
  coalesce(sum(bytes) filter (where type = 'index' and owner <> 'event_hashes'), 0) as indexes,
  pg_database_size(current_database()) as all
from parts`
