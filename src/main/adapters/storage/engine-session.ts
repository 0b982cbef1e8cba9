import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import type { HomeId } from '../../../shared/home.ts'
import { ENGINE_LOCKS } from './advisory-locks.ts'
import { escapeText } from './lossless-text.ts'
import { rowsOf, run } from './statements.ts'

const sessionSchema = z.array(z.object({ id: z.coerce.number() }))
const countSchema = z.array(z.object({ others: z.coerce.number() }))

/** Inserts the row of this run and marks the session as alive, on the connection that holds the locks. */
export async function startSession(link: Sql, host: string, version: string, home: HomeId): Promise<number> {
  const rows = await rowsOf(
    link,
    sessionSchema,
  )`insert into sessions (host, version, home) values (${escapeText(host)}, ${version}, ${home}) returning id`
  const id = rows[0]?.id ?? 0
  await markAlive(link, id)
  return id
}

/** Marks the session as alive again after a lost connection. */
export async function markAlive(link: Sql, sessionId: number): Promise<void> {
  await run(link)`select pg_try_advisory_lock(${ENGINE_LOCKS}::int, (${sessionId}::bigint % 2147483647)::int)`
}

export async function endSession(link: Sql, sessionId: number): Promise<void> {
  await run(link)`update sessions set ended_at = clock_timestamp() where id = ${sessionId}`
}

/** Returns how many other engines use this database now. */
export async function countOthers(link: Sql | TransactionSql): Promise<number> {
  const rows = await rowsOf(link, countSchema)`select count(*) as others from pg_locks
      where locktype = 'advisory' and classid = ${ENGINE_LOCKS} and objsubid = 2 and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`
  return rows[0]?.others ?? 0
}
