import type { Sql } from 'postgres'
import { z } from 'zod'

import { type PurgeLimits, whenFree } from './when-free.ts'
import { command, rowsOf, run } from './statements.ts'

/** The setting with the indexes that were taken away, until they are there again. */
export const TAKEN_INDEXES = 'purge_indexes'

const indexesSchema = z.array(z.object({ name: z.string(), definition: z.string() }))
const namesSchema = z.array(z.object({ name: z.string() }))
type Indexes = z.infer<typeof indexesSchema>

/**
 * Takes the indexes for searching of a table away, because writing it anew makes them anew, which takes most of the time and
 * keeps others out. Searches read the rows instead. `buildSearchIndexes` makes them again, also after a crash. Not safe to be run
 * twice at the same time.
 */
export async function dropSearchIndexes(client: Sql, table: string): Promise<void> {
  const found = await rowsOf(client, indexesSchema)`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class as index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
      where indrelid = ${table}::regclass and amname = 'gin' order by 1`
  if (found.length === 0) return
  const taken = await readTaken(client)
  // A build that was stopped leaves an index that is taken already.
  const added = found.filter(({ name }) => !taken.some((index) => index.name === name))
  const value = JSON.stringify([...taken, ...added])
  await client.begin(async (transaction) => {
    await run(transaction)`insert into settings (key, value) values (${TAKEN_INDEXES}, ${value}::text::json)
      on conflict (key) do update set value = excluded.value, updated_at = clock_timestamp()`
    for (const { name } of found) await command(transaction, `drop index ${name}`)
  })
}

/**
 * Makes the indexes again that were taken away, while others read and write the tables. That waits for transactions that began
 * before; if one takes too long, an index is made while others can only read. False: that could not begin either.
 */
export async function buildSearchIndexes(client: Sql, limits: PurgeLimits): Promise<boolean> {
  const taken = await readTaken(client)
  for (const index of taken) if (!(await buildIndex(client, index, limits))) return false
  if (taken.length > 0) await run(client)`delete from settings where key = ${TAKEN_INDEXES}`
  return true
}

/**
 * Removes the indexes that `reindex index concurrently` leaves when it is stopped. Only for the owner of PURGE_LOCK, under which
 * all are made.
 */
export async function dropUnfinishedIndexes(client: Sql): Promise<void> {
  const rows = await rowsOf(client, namesSchema)`
      select indexrelid::regclass::text as name from pg_index join pg_class as index on index.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisvalid and relname ~ '_cc(new|old)[0-9]*$'`
  for (const { name } of rows) await command(client, `drop index concurrently ${name}`)
}

async function buildIndex(client: Sql, { name, definition }: Indexes[number], limits: PurgeLimits): Promise<boolean> {
  if (await isValid(client, name)) return true
  // A build that was stopped leaves one that nothing uses.
  const drop = (): Promise<boolean> => whenFree(client, () => command(client, `drop index if exists ${name}`), limits)
  if (!(await drop())) return false
  const beside = definition.replace(/^CREATE INDEX /, 'CREATE INDEX CONCURRENTLY ')
  const patient = { ...limits, lockMs: limits.attempts * limits.pauseMs, attempts: 1 }
  if (await whenFree(client, () => command(client, beside), patient)) return true
  return (await drop()) && whenFree(client, () => command(client, definition), limits)
}

async function isValid(client: Sql, name: string): Promise<boolean> {
  const [index] = await run(client)`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`
  return index?.['valid'] === true
}

async function readTaken(client: Sql): Promise<Indexes> {
  const [row] = await run(client)`select value::text as value from settings where key = ${TAKEN_INDEXES}`
  return row === undefined ? [] : indexesSchema.parse(JSON.parse(String(row['value'])))
}
