import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { z } from 'zod'

import type { Home } from '../../../shared/home.ts'
import { keyAtHome } from '../../../shared/home-settings.ts'
import type { Homes } from '../../core/ports/log-ports.ts'
import { ENGINE_LOCKS } from './advisory-locks.ts'
import type { Database } from './database-clients.ts'
import { escapeText, unescapeText } from './lossless-text.ts'
import { toResult } from './storage-error.ts'
import { rowsOf, run } from './statements.ts'

const keysSchema = z.array(z.object({ key: z.string() }))
const homesSchema = z.array(
  z.object({ id: z.uuid(), label: z.string(), seen_at: z.coerce.date(), is_open: z.boolean() }),
)

/**
 * Records that a home opens the database, and returns it. The first one gets all agents, because an older version has
 * made them or a backup brought them, and the settings of an older version that each home has for itself since. `isOwnDatabase`: it is that of a data directory, all of
 * whose engines have one home: the one that opened it first.
 */
export async function enterHome(link: Sql, entering: Home, isOwnDatabase: boolean): Promise<Home> {
  return link.begin(async (transaction) => {
    await run(transaction)`lock table homes in share row exclusive mode`
    const { label } = entering
    const [known] = await run(transaction)`select from homes limit 1`
    const [first] = await run(transaction)`select home from sessions where home is not null order by id limit 1`
    const keepsFirst = isOwnDatabase && known !== undefined && first !== undefined
    const id = keepsFirst ? String(first['home']) : entering.id
    if (known === undefined) {
      await run(transaction)`update agents set home = ${id}`
      await run(transaction)`update sessions set home = null`
      // What a backup brought of other homes: nobody here has decided it.
      await run(transaction)`delete from settings where key like 'home:%' and not starts_with(key, ${`home:${id}:`})`
      for (const { key } of await rowsOf(transaction, keysSchema)`select key from settings`) {
        const own = escapeText(keyAtHome(unescapeText(key), id))
        if (own !== key) await run(transaction)`update settings set key = ${own} where key = ${key}`
      }
    }
    await run(transaction)`
      insert into homes (id, label) values (${id}, ${escapeText(label)})
      on conflict (id) do update set label = excluded.label, seen_at = clock_timestamp()`
    return { id, label }
  })
}

export function createHomes(database: Database, own: Home): Homes {
  return {
    own,
    list: () =>
      toResult(async () => {
        const rows = await database.execute(sql`
          select homes.id, label, greatest(seen_at, max(sessions.started_at), max(sessions.ended_at))::text as seen_at,
            coalesce(bool_or(alive.objid is not null), false) as is_open
          from homes left join sessions on sessions.home = homes.id
          left join pg_locks as alive on alive.locktype = 'advisory' and alive.classid = ${ENGINE_LOCKS}
            and alive.objsubid = 2 and alive.granted and alive.objid::bigint = sessions.id % 2147483647
            and sessions.ended_at is null
            and alive.database = (select oid from pg_database where datname = current_database())
          group by homes.id`)
        return homesSchema.parse([...rows]).map(({ id, label, seen_at: seenAt, is_open: isOpen }) => {
          return { id, label: unescapeText(label), seenAt: seenAt.toISOString(), isOpen }
        })
      }),
  }
}
