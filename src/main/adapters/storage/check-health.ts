import type { Sql } from 'postgres'
import { z } from 'zod'

import type { TableDamage } from '../../../shared/database-health.ts'
import { errorMessage } from '../../../shared/result.ts'
import type { HealthReport, StorageHealth } from '../../core/ports/health-ports.ts'
import { openSingle, type Target } from './database-clients.ts'
import { crashMark, settleCrash } from './embedded/crash-mark.ts'
import { codeOf, isFromServer, toResult } from './storage-error.ts'
import { command } from './statements.ts'

const relationsSchema = z.array(
  z.object({ name: z.string(), table: z.string(), isIndex: z.boolean(), isBtree: z.boolean() }),
)
const complaintsSchema = z.array(z.object({ msg: z.string() }))

/** Rejected by the server because of what is asked, not because of damage: the extension or the right is missing. */
const NOT_AVAILABLE: ReadonlySet<string> = new Set(['0A000', '42501', '58P01', '42704'])

/**
 * Reads every page of every table, and names what is damaged. With the extension amcheck the structure of tables and B-trees
 * is compared too. Changes nothing but the extension. Engines may work meanwhile. Needs a client with a single connection that
 * has no time limits. Rejects when the connection is lost.
 */
export async function checkHealth(client: Sql): Promise<HealthReport> {
  const isThorough = await addAmcheck(client)
  const damages: TableDamage[] = []
  let checked = 0
  for (const { name, table, isIndex, isBtree } of relationsSchema.parse([...(await command(client, RELATIONS))])) {
    const query = queryOf({ name, isIndex, isBtree, isThorough })
    if (query === null) continue
    const problem = await problemOf(client, query)
    checked += 1
    if (problem !== null) damages.push({ name, table, isIndex, problem })
  }
  return { checked, isThorough, damages }
}

/** The toast tables hold long texts. Catalogues are checked too: without them no table can be read. */
const RELATIONS = `
  select format('%I.%I', space.nspname, relation.relname) as name, relation.relkind = 'i' as "isIndex",
    coalesce(owner.relname, relation.relname) as "table", coalesce(method.amname = 'btree', false) as "isBtree"
  from pg_class as relation
  join pg_namespace as space on space.oid = relation.relnamespace
  left join pg_index on pg_index.indexrelid = relation.oid
  left join pg_class as toasted on toasted.reltoastrelid = coalesce(pg_index.indrelid, relation.oid)
  left join pg_class as owner on owner.oid = coalesce(toasted.oid, pg_index.indrelid)
  left join pg_am as method on method.oid = relation.relam and relation.relkind = 'i'
  where relation.relkind in ('r', 't', 'i') and relation.relpersistence = 'p'
    and (space.nspname in ('public', 'drizzle', 'pg_catalog') or toasted.oid is not null)
  order by relation.relkind = 'i', 1`

async function addAmcheck(client: Sql): Promise<boolean> {
  try {
    await command(client, 'create extension if not exists amcheck')
    return true
  } catch (error) {
    if (NOT_AVAILABLE.has(codeOf(error))) return false
    throw error
  }
}

interface Checked {
  readonly name: string
  readonly isIndex: boolean
  readonly isBtree: boolean
  readonly isThorough: boolean
}

/** Returns a query whose rows are complaints; it is rejected where a page is damaged. Null: there is no check. */
function queryOf({ name, isIndex, isBtree, isThorough }: Checked): string | null {
  const relation = `'${name.replaceAll("'", "''")}'::regclass`
  if (isIndex) return isBtree && isThorough ? `select msg from ${BTREE_CHECK(relation)} where msg <> ''` : null
  if (isThorough) return `select msg from verify_heapam(${relation}) limit 3`
  return `select 'never' as msg from ${name} as line having count(line::text) < 0`
}

/** The function returns nothing, and rejects. The offset keeps the planner from leaving it out. */
const BTREE_CHECK = (relation: string): string =>
  `(select bt_index_check(${relation})::text as msg offset 0) as checked`

async function problemOf(client: Sql, query: string): Promise<string | null> {
  try {
    const found = complaintsSchema.parse([...(await command(client, query))])
    return found.length === 0 ? null : found.map(({ msg }) => msg).join('; ')
  } catch (error) {
    if (!isFromServer(error)) throw error
    return errorMessage(error)
  }
}

interface HealthPlace {
  readonly target: Target
  /** The folder of the embedded server; null: the database has another one, whose crashes are not known. */
  readonly home: string | null
}

/** Checks the database over a connection of its own, which takes no time from the engine's. */
export function createStorageHealth({ target, home }: HealthPlace): StorageHealth {
  return {
    isDue: () => home !== null && crashMark(home) !== null,
    async check(signal) {
      const mark = home === null ? null : crashMark(home)
      const client = openSingle(target)
      const stop = (): void => void client.end({ timeout: 0 })
      signal.addEventListener('abort', stop, { once: true })
      try {
        const report = await toResult(() => checkHealth(client))
        if (report.ok && report.value.damages.length === 0 && home !== null) settleCrash(home, mark)
        return report
      } finally {
        signal.removeEventListener('abort', stop)
        await client.end({ timeout: 1 })
      }
    },
  }
}
