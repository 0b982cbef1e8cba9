import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { PURGE_LOCK } from '../../../src/main/adapters/storage/advisory-locks.ts'
import { isPurgeDue, purgeRedacted } from '../../../src/main/adapters/storage/purge-redacted.ts'
import { dropSearchIndexes } from '../../../src/main/adapters/storage/search-indexes.ts'
import { openRealEngine } from '../../support/open-real-engine.ts'
import { DATABASE_TIMEOUT_MS, plainClient, recordAgent, urlOf, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const LIMITS = { lockMs: 50, pauseMs: 100, attempts: 600, segments: 200 }
const ALL = { isLogReplaced: true, areIndexesBuilt: true }
const shared = storageForTests()
let other: Sql

beforeAll(async () => {
  other = plainClient(shared.directory)
})
afterAll(() => closeAll(other))

async function redactOne(): Promise<void> {
  const agentId = await recordAgent(shared.storage)
  const { events } = valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'a secret')] }))
  const eventId = events[0]?.id ?? 0
  valueOf(await shared.storage.redaction.redact({ agentId, eventId, reason: null, newName: null }))
}

/** The file of a table, which is another one after it was written anew. */
async function fileOf(table: string): Promise<unknown> {
  const [row] = await shared.client`select pg_relation_filenode(${table}::regclass) as node`
  return row?.['node']
}

async function isRecycling(): Promise<unknown> {
  const [row] = await shared.client`select setting from pg_settings where name = 'wal_recycle'`
  return row?.['setting']
}

it('writes the log anew, and files only if a redaction removed some', async () => {
  await redactOne()
  const before = [await fileOf('messages'), await fileOf('event_hashes'), await fileOf('blob_pieces')]
  expect(valueOf(await purgeRedacted(shared.client, LIMITS))).toEqual(ALL)
  const after = [await fileOf('messages'), await fileOf('event_hashes'), await fileOf('blob_pieces')]
  expect(after.map((node, index) => node === before[index])).toEqual([false, false, true])

  // As older versions note it.
  await shared.client`insert into settings (key, value) values ('purge_due', '1')`
  await redactOne()
  valueOf(await purgeRedacted(shared.client, LIMITS))
  expect(await fileOf('blob_pieces')).not.toBe(before[2])
  expect(await isPurgeDue(shared.client)).toBe(false)
})

it('lets others read a table while it waits for one that reads it for long', async () => {
  await redactOne()
  const reading = Promise.withResolvers<null>()
  const begun = Promise.withResolvers<null>()
  const long = other.begin(async (transaction) => {
    await transaction`select count(*) from messages`
    begun.resolve(null)
    await reading.promise
  })
  await begun.promise
  const purging = purgeRedacted(shared.client, LIMITS)
  const third = plainClient(shared.directory)
  await vi.waitFor(async () => {
    const waiting = await third`select from pg_stat_activity where query like 'drop index messages_%'`
    expect(waiting).toHaveLength(1)
  }, DATABASE_TIMEOUT_MS)
  // The purge cannot end before this is answered.
  expect(await third`select count(*) from messages`).toHaveLength(1)
  await third.end()
  reading.resolve(null)
  await long
  expect(valueOf(await purging)).toEqual(ALL)
})

/** The indexes for searching: which they are, and what they are. */
async function searchIndexes() {
  const rows = await shared.client`
    select indexrelid::text as id, pg_get_indexdef(indexrelid) as definition, indisvalid as valid
    from pg_index join pg_class as index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    where amname = 'gin' and indrelid in ('messages'::regclass, 'blobs'::regclass, 'attachments'::regclass) order by 2`
  return {
    ids: rows.map((row) => String(row['id'])),
    definitions: rows.map((row) => String(row['definition'])),
    areValid: rows.every((row) => row['valid'] === true),
  }
}

it('makes the indexes for searching beside others, also after one was killed meanwhile', async () => {
  await redactOne()
  const before = await searchIndexes()
  expect(before.definitions.length).toBeGreaterThan(2)
  valueOf(await purgeRedacted(shared.client, LIMITS))
  const after = await searchIndexes()
  expect({ ...after, ids: [] }).toEqual({ ...before, ids: [] })
  const ofMessages = after.definitions.findIndex((definition) => definition.includes('messages_words'))
  expect(before.ids).not.toContain(after.ids[ofMessages])

  await redactOne()
  await dropSearchIndexes(shared.client, 'messages')
  expect((await searchIndexes()).definitions.length).toBeLessThan(before.definitions.length)
  // A build that was stopped leaves an index that nothing uses.
  await shared.client.unsafe(after.definitions[ofMessages] ?? '')
  await shared.client`update pg_index set indisvalid = false where indexrelid = 'messages_words'::regclass`
  await dropSearchIndexes(shared.client, 'messages')
  expect((await searchIndexes()).definitions).not.toContain(after.definitions[ofMessages])
  valueOf(await purgeRedacted(shared.client, LIMITS))
  expect({ ...(await searchIndexes()), ids: [] }).toEqual({ ...before, ids: [] })
  expect(await shared.client`select from settings where key = 'purge_indexes'`).toHaveLength(0)
})

it('only makes missing indexes where no purge is due', async () => {
  await redactOne()
  valueOf(await purgeRedacted(shared.client, LIMITS))
  const { definitions } = await searchIndexes()
  await dropSearchIndexes(shared.client, 'messages')
  expect(await isPurgeDue(shared.client)).toBe(true)
  const before = await fileOf('messages')
  expect(valueOf(await purgeRedacted(shared.client, LIMITS))).toEqual(ALL)
  expect(await fileOf('messages')).toBe(before)
  expect(await searchIndexes()).toMatchObject({ definitions, areValid: true })
  expect(await isPurgeDue(shared.client)).toBe(false)
})

it('makes the indexes for searching again also after a table could not be written anew', async () => {
  await redactOne()
  const before = await searchIndexes()
  await shared.client.unsafe(`
    create function fail_on_demand(bigint) returns bigint language plpgsql immutable as $$ begin
      if current_setting('test.fails', true) = 'on' then raise 'no space left'; end if;
      return 1;
    end $$`)
  await shared.client.unsafe('create index failing on messages (fail_on_demand(id))')
  await shared.client.unsafe(`set test.fails = 'on'`)
  await expect(purgeRedacted(shared.client, LIMITS)).rejects.toThrow('no space left')
  expect({ ...(await searchIndexes()), ids: [] }).toEqual({ ...before, ids: [] })
  expect(await isPurgeDue(shared.client)).toBe(true)
  await shared.client.unsafe('reset test.fails')
  await shared.client.unsafe('drop function fail_on_demand cascade')
})

it('says that indexes are left where others write all the time, which is no error', async () => {
  await redactOne()
  valueOf(await purgeRedacted(shared.client, LIMITS))
  const { definitions } = await searchIndexes()
  await dropSearchIndexes(shared.client, 'messages')
  await other.begin(async (transaction) => {
    await transaction`lock table messages in row exclusive mode`
    const given = await purgeRedacted(shared.client, { ...LIMITS, pauseMs: 1, attempts: 2 })
    expect(valueOf(given)).toEqual({ ...ALL, areIndexesBuilt: false })
  })
  expect(await isPurgeDue(shared.client)).toBe(true)
  expect(valueOf(await purgeRedacted(shared.client, LIMITS))).toEqual(ALL)
  expect(await searchIndexes()).toMatchObject({ definitions, areValid: true })
})

it('waits for another purge, and does nothing again that it did', async () => {
  await redactOne()
  const before = await fileOf('messages')
  await other`select pg_advisory_lock(${PURGE_LOCK})`
  let isDone = false
  const purging = purgeRedacted(shared.client, LIMITS).finally(() => (isDone = true))
  const third = plainClient(shared.directory)
  await vi.waitFor(async () => {
    expect(
      await third`select from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    ).toHaveLength(1)
  }, DATABASE_TIMEOUT_MS)
  await third.end()
  expect(isDone).toBe(false)
  await other`delete from settings where key = 'purge_due'`
  await other`select pg_advisory_unlock(${PURGE_LOCK})`
  expect(valueOf(await purging)).toEqual(ALL)
  expect(await fileOf('messages')).toBe(before)
})

it('stays due where a table is in use all the time, or the write-ahead log is not replaced', async () => {
  await redactOne()
  const { definitions } = await searchIndexes()
  await other.begin(async (transaction) => {
    await transaction`select count(*) from messages`
    const given = await purgeRedacted(shared.client, { ...LIMITS, pauseMs: 1, attempts: 2 })
    expect(given).toMatchObject({ ok: false, error: { message: expect.stringContaining('the table messages') } })
    // That transaction keeps indexes from being made beside others.
    expect(await searchIndexes()).toMatchObject({ definitions, areValid: true })
  })
  expect(await isPurgeDue(shared.client)).toBe(true)
  expect(await purgeRedacted(shared.client, { ...LIMITS, segments: 0 })).toMatchObject({ ok: false })
  expect([await isPurgeDue(shared.client), await isRecycling()]).toEqual([true, 'on'])
})

it('is finished by the next engine that stays open, which also resets the server', async () => {
  await redactOne()
  // As a purge leaves it that was killed while it replaced the write-ahead log.
  await shared.client`insert into settings (key, value) values ('purge_keeps_no_segments', 'true')`
  await shared.client.unsafe('alter system set wal_recycle = off')
  await shared.client`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await isRecycling()).toBe('off'), DATABASE_TIMEOUT_MS)
  const before = await fileOf('messages')
  const next = await openRealEngine({}, { databaseUrl: urlOf(shared.directory), attended: true })
  await vi.waitFor(async () => expect(await isPurgeDue(shared.client)).toBe(false), DATABASE_TIMEOUT_MS)
  await next.close()
  expect(await fileOf('messages')).not.toBe(before)
  await vi.waitFor(async () => expect(await isRecycling()).toBe('on'), DATABASE_TIMEOUT_MS)
})

it('leaves a server alone whose segments are deleted anyway', async () => {
  await redactOne()
  await shared.client.unsafe('alter system set wal_recycle = off')
  await shared.client`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await isRecycling()).toBe('off'), DATABASE_TIMEOUT_MS)
  valueOf(await purgeRedacted(shared.client, LIMITS))
  expect(await isRecycling()).toBe('off')
  await shared.client.unsafe('alter system reset wal_recycle')
})
