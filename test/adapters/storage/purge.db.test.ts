import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { isPurgeDue, purgeRedacted } from '../../../src/main/adapters/storage/purge-redacted.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { openRealEngine } from '../../support/open-real-engine.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const LIMITS = { lockMs: 50, pauseMs: 100, attempts: 600, segments: 200 }
const directory = temporaryDirectory()
let storage: Storage
let client: Sql
let other: Sql

beforeAll(async () => {
  storage = await open(directory)
  client = plainClient(directory)
  other = plainClient(directory)
})
afterAll(async () => {
  await other?.end()
  await client?.end()
  await storage?.close()
  removeDirectory(directory)
})

async function redactOne(): Promise<void> {
  const agentId = await recordAgent(storage)
  const { events } = valueOf(await storage.store.commit({ events: [userEvent(agentId, 'a secret')] }))
  const eventId = events[0]?.id ?? 0
  valueOf(await storage.redaction.redact({ agentId, eventId, reason: null, newName: null }))
}

/** The file of a table, which is another one after it was written anew. */
async function fileOf(table: string): Promise<unknown> {
  const [row] = await client`select pg_relation_filenode(${table}::regclass) as node`
  return row?.['node']
}

async function isRecycling(): Promise<unknown> {
  const [row] = await client`select setting from pg_settings where name = 'wal_recycle'`
  return row?.['setting']
}

it('writes the log anew, and files only if a redaction removed some', async () => {
  await redactOne()
  const before = [await fileOf('messages'), await fileOf('event_hashes'), await fileOf('blob_pieces')]
  expect(valueOf(await purgeRedacted(client, LIMITS))).toBe(true)
  const after = [await fileOf('messages'), await fileOf('event_hashes'), await fileOf('blob_pieces')]
  expect(after.map((node, index) => node === before[index])).toEqual([false, false, true])

  // As older versions note it.
  await client`insert into settings (key, value) values ('purge_due', '1')`
  await redactOne()
  valueOf(await purgeRedacted(client, LIMITS))
  expect(await fileOf('blob_pieces')).not.toBe(before[2])
  expect(await isPurgeDue(client)).toBe(false)
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
  const purging = purgeRedacted(client, LIMITS)
  const third = plainClient(directory)
  await vi.waitFor(async () => {
    const waiting = await third`select from pg_stat_activity where query = 'vacuum (full, analyze) messages'`
    expect(waiting).toHaveLength(1)
  }, DATABASE_TIMEOUT_MS)
  // The purge cannot end before this is answered.
  expect(await third`select count(*) from messages`).toHaveLength(1)
  await third.end()
  reading.resolve(null)
  await long
  expect(valueOf(await purging)).toBe(true)
})

it('stays due where a table is in use all the time, or the write-ahead log is not replaced', async () => {
  await redactOne()
  await other.begin(async (transaction) => {
    await transaction`select count(*) from messages`
    const given = await purgeRedacted(client, { ...LIMITS, pauseMs: 1, attempts: 2 })
    expect(given).toMatchObject({ ok: false, error: { message: expect.stringContaining('the table messages') } })
  })
  expect(await isPurgeDue(client)).toBe(true)
  expect(await purgeRedacted(client, { ...LIMITS, segments: 0 })).toMatchObject({ ok: false })
  expect([await isPurgeDue(client), await isRecycling()]).toEqual([true, 'on'])
})

it('is finished by the next engine that stays open, which also resets the server', async () => {
  await redactOne()
  // As a purge leaves it that was killed while it replaced the write-ahead log.
  await client`insert into settings (key, value) values ('purge_keeps_no_segments', 'true')`
  await client.unsafe('alter system set wal_recycle = off')
  await client`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await isRecycling()).toBe('off'), DATABASE_TIMEOUT_MS)
  const before = await fileOf('messages')
  const next = await openRealEngine({}, { databaseUrl: urlOf(directory), attended: true })
  await vi.waitFor(async () => expect(await isPurgeDue(client)).toBe(false), DATABASE_TIMEOUT_MS)
  await next.close()
  expect(await fileOf('messages')).not.toBe(before)
  await vi.waitFor(async () => expect(await isRecycling()).toBe('on'), DATABASE_TIMEOUT_MS)
})

it('leaves a server alone whose segments are deleted anyway', async () => {
  await redactOne()
  await client.unsafe('alter system set wal_recycle = off')
  await client`select pg_reload_conf()`
  await vi.waitFor(async () => expect(await isRecycling()).toBe('off'), DATABASE_TIMEOUT_MS)
  valueOf(await purgeRedacted(client, LIMITS))
  expect(await isRecycling()).toBe('off')
  await client.unsafe('alter system reset wal_recycle')
})
