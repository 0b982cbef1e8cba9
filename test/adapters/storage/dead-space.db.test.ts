import { randomBytes, randomUUID } from 'node:crypto'

import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { open, plainClient, recordAgent, userEvent, urlOf, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const MB = 1024 * 1024
let other: Sql
let agentId = ''

beforeAll(async () => {
  other = plainClient(shared.directory)
  // The server's own vacuum may run at any moment of a test.
  await shared.client`alter system set autovacuum = off`
  await shared.client`select pg_reload_conf()`
  // What is live stays measured as such.
  agentId = await recordAgent(shared.storage)
  for (let number = 0; number < 20; number++)
    valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, prose())] }))
  await shared.client`vacuum analyze`
})

afterAll(() => closeAll(other))

const VOCABULARY = Array.from({ length: 3_000 }, () => randomBytes(4).toString('hex'))
const prose = (): string =>
  Array.from(randomBytes(12_000), (byte, index) => VOCABULARY[(byte * 256 + index) % VOCABULARY.length]).join(' ')

class Undone extends Error {}

const EVENTS = `insert into messages (session_id, agent_uuid, kind, content) select min(sessions.id), agents.uuid, 'user', `
const FROM = ` from agents, sessions, generate_series(1, $1::int) as number group by agents.uuid, number`
/** Just short enough to be stored in the row as it is. */
const PAGE = `repeat('a word ', 250)`
const MIXED = `case when number % 100 = 0 then repeat(md5(number::text), 3000) else 'short' end`

/** What an operation had written when it was killed. */
const WRITTEN: Readonly<Record<string, (transaction: TransactionSql) => Promise<unknown>>> = {
  'short events': (on) => on.unsafe(`${EVENTS} 'a word ' || number % 100 ${FROM}`, [90_000]),
  'events of a page': (on) => on.unsafe(`${EVENTS} ${PAGE} ${FROM}`, [7_000]),
  'events whose text is stored beside its row': (on) =>
    on.unsafe(
      `${EVENTS} (select string_agg('w' || (random() * 90)::int, ' ') from generate_series(1, 6000) where number > 0) ${FROM}`,
      [900],
    ),
  'events of many lengths': (on) => on.unsafe(`${EVENTS} ${MIXED} ${FROM}`, [70_000]),
  'data of events': (on) =>
    on.unsafe(
      `insert into messages (session_id, agent_uuid, kind, data) select min(sessions.id), agents.uuid, 'system',
       json_build_object('text', repeat(md5(number::text), 40)) ${FROM}`,
      [10_000],
    ),
  'events in two steps': async (on) => {
    for (const count of [4_000, 4_000]) await on.unsafe(`${EVENTS} ${PAGE} ${FROM}`, [count])
  },
  'pieces of files': (on) =>
    on`insert into blob_pieces (upload, start, data)
       select gen_random_uuid(), 0, decode(string_agg(md5(random()::text), ''), 'hex')
       from generate_series(1, 25) as piece, generate_series(1, 30000) as part group by piece`,
  mail: (on) =>
    on`insert into mail (from_agent, to_agent, content) select uuid, uuid, repeat('letter ', 150)
       from agents, generate_series(1, 15000)`,
  settings: (on) =>
    on`insert into settings (key, value) select 'key ' || number, to_json(repeat('value ', 200))
       from generate_series(1, 15000) as number`,
  'drafts and events': async (on) => {
    await on.unsafe(`${EVENTS} repeat('a word ', 100) ${FROM}`, [20_000])
    await on`insert into settings (key, value) select 'key ' || number, to_json(repeat('value ', 100))
       from generate_series(1, 5000) as number`
  },
}

const sizeOf = async (): Promise<number> => {
  const [row] = await shared.client`select pg_database_size(current_database())::float8 as bytes`
  return Number(row?.['bytes'])
}

/** Ends an operation in the ways in which one ends that is killed; statistics are lost with the server. */
async function killed(write: (transaction: TransactionSql) => Promise<unknown>): Promise<void> {
  await other
    .begin(async (transaction) => {
      await write(transaction)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  await shared.client`select pg_stat_reset()`
}

beforeEach(async () => {
  valueOf(await shared.storage.room.free())
})

describe.each(Object.entries(WRITTEN))('%s that were written by an operation that was killed', (_name, write) => {
  it('are named, found due, and freed', async () => {
    const before = await sizeOf()
    const unused = Number(valueOf(await shared.storage.room.sizes()).unused)
    expect(valueOf(await shared.storage.room.isFreeDue())).toBe(false)
    await killed(write)
    const grown = (await sizeOf()) - before
    expect(grown).toBeGreaterThan(10 * MB)
    const named = Number(valueOf(await shared.storage.room.sizes()).unused) - unused
    expect(named).toBeGreaterThan(grown * 0.6)
    expect(named).toBeLessThan(grown * 1.4)
    expect(valueOf(await shared.storage.room.isFreeDue())).toBe(true)
    const { freed, left } = valueOf(await shared.storage.room.free())
    expect(freed).toBeGreaterThan(grown * 0.6)
    expect(left).toBeLessThan(unused + grown * 0.1 + MB)
    expect(await sizeOf()).toBeLessThan(before + grown * 0.35)
    expect(valueOf(await shared.storage.room.isFreeDue())).toBe(false)
  })
})

it('names what is free between rows that stay, which later rows take', async () => {
  await killed((on) => on.unsafe(`${EVENTS} ${PAGE} ${FROM}`, [10_000]))
  valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'behind it')] }))
  const named = Number(valueOf(await shared.storage.room.sizes()).unused)
  const { left } = valueOf(await shared.storage.room.free())
  expect(Number(left)).toBeLessThan(named)
  const size = await sizeOf()
  await shared.client.unsafe(`${EVENTS} 'takes it' ${FROM}`, [5_000])
  expect((await sizeOf()) - size).toBeLessThan(12 * MB)
})

it('leaves an agent that commits meanwhile alone, and removes what a stopped one left', async () => {
  await killed((on) => on.unsafe(`${EVENTS} ${PAGE} ${FROM}`, [10_000]))
  const [freed, ...commits] = await Promise.all([
    shared.storage.room.free(),
    ...Array.from({ length: 30 }, (_, number) =>
      shared.storage.store.commit({ events: [userEvent(agentId, `meanwhile ${number}`)] }),
    ),
  ])
  expect(freed.ok).toBe(true)
  expect(commits.every(({ ok }) => ok)).toBe(true)
  await shared.client.unsafe('create index messages_ccnew on messages (kind)')
  await shared.client.unsafe(`update pg_index set indisvalid = false where indexrelid = 'messages_ccnew'::regclass`)
  valueOf(await shared.storage.room.free())
  expect(await shared.client`select from pg_class where relname like '%_ccnew%'`).toHaveLength(0)
})

it('is refused while another engine frees or purges, and stops at an abort', async () => {
  await other`select pg_advisory_lock(454431)`
  expect(await shared.storage.room.free()).toMatchObject({ ok: false, error: { category: 'STORAGE' } })
  await other`select pg_advisory_unlock(454431)`
  expect(await shared.storage.room.free(AbortSignal.abort())).toMatchObject({ ok: false })
})

it.each([
  ['the user may not', '42501'],
  ['the extension is not available', '0A000'],
  ['a file of the extension is missing', '58P01'],
  ['the server only reads', '25006'],
  ['it takes too long', '57014'],
])('is unknown where %s, and space is freed all the same', async (_name, code) => {
  await killed((on) => on.unsafe(`${EVENTS} ${PAGE} ${FROM}`, [3_000]))
  const size = await sizeOf()
  await shared.client.unsafe(`create function refuse_extension() returns event_trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${code}'; end $$`)
  await shared.client
    .unsafe(`create event trigger refuse_extension on ddl_command_start when tag in ('CREATE EXTENSION')
    execute function refuse_extension()`)
  try {
    expect(valueOf(await shared.storage.room.sizes()).unused).toBeNull()
    expect(valueOf(await shared.storage.room.free())).toMatchObject({ left: null })
    expect(await sizeOf()).toBeLessThan(size)
  } finally {
    await shared.client`drop event trigger refuse_extension`
    await shared.client`drop function refuse_extension`
  }
})

it('is not measured for a user of the database who may not, and the extensions do not stay', async () => {
  const name = `plain_${randomUUID().slice(0, 8)}`
  await shared.client.unsafe(`create role ${name} login password 'secret'`)
  await shared.client.unsafe(`create database ${name} owner ${name} template template0`)
  const url = urlOf(shared.directory, name, 'secret').replace('ikigai:', `${name}:`)
  const users = await open(shared.directory, url)
  try {
    expect(valueOf(await users.room.sizes()).unused).toBeNull()
    expect(valueOf(await users.room.isFreeDue())).toBe(false)
    expect(valueOf(await users.room.free())).toMatchObject({ left: null })
  } finally {
    await users.close()
  }
  expect(await shared.client`select from pg_extension where extname in ('pgstattuple', 'pageinspect')`).toHaveLength(0)
})
