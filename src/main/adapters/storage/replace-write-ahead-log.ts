import type { Sql } from 'postgres'
import { command, run } from './statements.ts'

/** The setting that says that the server was told to delete the segments of its write-ahead log instead of keeping them. */
const NOT_RECYCLING = 'purge_keeps_no_segments'

/**
 * Fills all segments that exist, also those that the server keeps for later with their old content, and has them deleted instead
 * of kept. False: `most` segments were filled, and old ones are left; others write at the same time.
 */
export async function replaceWriteAheadLog(client: Sql, most: number): Promise<boolean> {
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
export async function keepSegments(client: Sql): Promise<void> {
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
