import type { Sql } from 'postgres'

import { codeOf, INSUFFICIENT_PRIVILEGE } from './storage-error.ts'

/** The tables that had the content, and those whose rows repeat it. */
const TABLES = [
  'messages',
  'event_hashes',
  'attachments',
  'blobs',
  'blob_pieces',
  'mail',
  'drafts',
  'queued_prompts',
  'stream_journal',
  'settings',
  'agents',
] as const

/** The setting that says that a purge is due; its value is the newest redaction. */
const PURGE_DUE = 'purge_due'

/** Most segments of the write-ahead log that are waited for; each has 16 MB. */
const MAX_SEGMENTS = 200

/**
 * Removes from the disk what redactions removed from the tables: old versions of rows, words in indexes, samples in the statistics
 * of the planner, and the write-ahead log. Returns false if the user of the database may not replace the log of the server.
 * Needs a client with a single connection that has no time limits. Other engines wait while a table is written anew.
 */
export async function purgeRedacted(client: Sql): Promise<boolean> {
  const [due] = await client`select value::text as redaction from settings where key = ${PURGE_DUE}`
  // Those of tables that are empty now would stay.
  const isSuperuser = await ifPermitted(() => client.unsafe(DELETE_STATISTICS))
  await client.unsafe(`vacuum (full, analyze) ${TABLES.join(', ')}`)
  const isReplaced = await ifPermitted(async () => {
    await client.unsafe('vacuum full pg_catalog.pg_statistic')
    await replaceWriteAheadLog(client)
  })
  await client`delete from settings where key = ${PURGE_DUE} and value::text = ${String(due?.['redaction'])}`
  return isSuperuser && isReplaced
}

/** Whether a purge was begun and not finished, or not begun. */
export async function isPurgeDue(client: Sql): Promise<boolean> {
  const rows = await client`select from settings where key = ${PURGE_DUE}`
  return rows.length > 0
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

/**
 * Fills all segments that exist, also those that the server keeps for later with their old content, and has them
 * deleted instead of kept.
 */
async function replaceWriteAheadLog(client: Sql): Promise<void> {
  await setRecycling(client, false)
  try {
    await client.unsafe('checkpoint')
    await client.unsafe('checkpoint')
    const last = await lastSegment(client)
    for (let count = 0; count < MAX_SEGMENTS && (await currentSegment(client)) <= last; count++) {
      await client`select pg_logical_emit_message(true, 'ikigai', '')`
      await client`select pg_switch_wal()`
      await client.unsafe('checkpoint')
    }
    await client.unsafe('checkpoint')
  } finally {
    await setRecycling(client, true)
  }
}

async function setRecycling(client: Sql, isOn: boolean): Promise<void> {
  await client.unsafe(isOn ? 'alter system reset wal_recycle' : 'alter system set wal_recycle = off')
  await client`select pg_reload_conf()`
}

/** Names of segments ascend. */
async function lastSegment(client: Sql): Promise<string> {
  const [row] = await client`select max(name) as name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`
  return String(row?.['name'] ?? '')
}

async function currentSegment(client: Sql): Promise<string> {
  const [row] = await client`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`
  return String(row?.['name'])
}
