import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openCommits, openPool, openReadOnly, openSingle } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import { SESSION_SETTINGS } from '../../../src/main/adapters/storage/session-settings.ts'
import { testDatabase } from '../../../src/main/adapters/storage/check-database.ts'
import { withDatabase } from '../../../src/main/adapters/storage/with-database.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { ok } from '../../../src/shared/result.ts'
import { open, plainClient, recordAgent, storageOptions, urlOf, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

/** What a server may be set to, each of which changes values, their order or what is found. */
const HOSTILE: Readonly<Record<string, string>> = {
  client_encoding: 'LATIN1',
  datestyle: 'SQL, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  search_path: 'elsewhere',
  default_transaction_read_only: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  standard_conforming_strings: 'off',
  backslash_quote: 'on',
  transform_null_equals: 'on',
  array_nulls: 'off',
  quote_all_identifiers: 'on',
  row_security: 'on',
  gin_fuzzy_search_limit: '1',
  default_text_search_config: 'pg_catalog.german',
  xmlbinary: 'hex',
  xmloption: 'document',
  cursor_tuple_fraction: '0.01',
  statement_timeout: '50ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  idle_session_timeout: '1ms',
}

const shared = storageForTests()

/** Makes a database and says its URL. `options`: of `create database`. */
async function database(name: string, options = ''): Promise<string> {
  await shared.client.unsafe(`create database ${name} ${options}`)
  return urlOf(shared.directory, name)
}

async function opening(url: string): Promise<string> {
  const opened = await openStorage(storageOptions(shared.directory, url))
  if (!opened.ok) return opened.error.message
  await opened.value.close()
  return 'opened'
}

const TIME = '2026-05-13T23:59:59.123Z'

describe('a database whose settings are hostile', () => {
  let url: string
  let storage: Storage

  beforeAll(async () => {
    url = await database('hostile')
    for (const [name, value] of Object.entries(HOSTILE)) {
      await shared.client.unsafe(
        `alter database hostile set ${name} = ${name === 'search_path' ? value : `'${value}'`}`,
      )
      await shared.client.unsafe(
        `alter role ikigai in database hostile set ${name} = ${name === 'search_path' ? value : `'${value}'`}`,
      )
    }
    storage = await open(shared.directory, url)
  })
  afterAll(() => storage?.close())

  it('has these settings on no connection of ours', async () => {
    const target = parseDatabaseUrl(`${url}&DateStyle=German&search_path=elsewhere&options=-c%20datestyle%3DGerman`)
    const pool = openPool(target)
    const clients = [openSingle(target), openCommits(target, 1), openReadOnly(target), pool.$client]
    const own = new Set(['statement_timeout', 'lock_timeout', 'default_transaction_read_only'])
    for (const client of clients) {
      for (const { name, value } of SESSION_SETTINGS) {
        if (own.has(name)) continue
        const [row] = await client`select current_setting(${name}) as value`
        expect({ name, value: row?.['value'] }).toEqual({ name, value })
      }
      await client.end()
    }
    const single = openSingle(target)
    expect([...(await single`show statement_timeout`), ...(await single`show default_transaction_read_only`)]).toEqual([
      { statement_timeout: '0' },
      { default_transaction_read_only: 'off' },
    ])
    await single.end()
  })

  it('keeps every value as it is', async () => {
    const agentId = await recordAgent(storage)
    const text = String.raw`日本語 🎉 C:\new ' "`
    const { events } = valueOf(await storage.store.commit({ events: [userEvent(agentId, text)] }))
    expect(events).toMatchObject([{ content: text }])
    expect(valueOf(await storage.store.events({ agentId }))).toEqual(events)
    const [id = 0] = valueOf(await storage.transfer.reserveIds({ events: 1, mail: 0 })).events
    valueOf(
      await storage.transfer.write({
        agents: [],
        mail: [],
        events: [{ id, agentId, turnId: null, kind: 'user', content: 'dated', data: null, createdAt: TIME }],
      }),
    )
    expect(valueOf(await storage.store.events({ agentId })).at(-1)).toMatchObject({ content: 'dated', createdAt: TIME })
  })

  it('is read by the commands without an engine, and by queries', async () => {
    const place = { dataDirectory: shared.directory, databaseUrl: url, logger: { info() {}, warn() {}, error() {} } }
    const read = await withDatabase(place, async (client) => {
      const [row] =
        await client`select max(created_at) as at, '\\xff00'::bytea as bytes, 0.1::float8 + 0.2 as sum from messages where content = 'dated'`
      return ok(row)
    })
    expect(valueOf(read)).toEqual({ at: new Date(TIME), bytes: Buffer.from([255, 0]), sum: 0.1 + 0.2 })
    for await (const page of storage.sql.read(
      `select created_at, '1 day'::interval as day from messages where content = 'dated'`,
    )) {
      expect(valueOf(page).rows).toEqual([[TIME, '1 day']])
    }
  })
})

describe('a database that cannot hold the log', () => {
  const CASES: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
    [
      'of LATIN1',
      () => database('latin', "encoding 'LATIN1' locale 'C' template template0"),
      /encoding LATIN1.*createdb --encoding=UTF8/,
    ],
    [
      'of SQL_ASCII',
      () => database('ascii', "encoding 'SQL_ASCII' locale 'C' template template0"),
      /encoding SQL_ASCII/,
    ],
    ['of EUC_JP', () => database('japanese', "encoding 'EUC_JP' locale 'C' template template0"), /encoding EUC_JP/],
    [
      'without a schema',
      async () => {
        const url = await database('bare')
        const client = plainClient(shared.directory, 'bare')
        await client`drop schema public`
        await client.end()
        return url
      },
      /no schema public.*create schema public/,
    ],
    [
      'without the right to create tables',
      async () => {
        await shared.client`create role guest login password 'guest'`
        const url = new URL(await database('closed'))
        url.username = 'guest'
        url.password = 'guest'
        return url.href
      },
      /may not create tables.*grant create/,
    ],
    [
      'whose triggers are off',
      async () => {
        const url = await database('replica')
        await shared.client`alter database replica set session_replication_role = replica`
        return url
      },
      /session_replication_role is replica.*origin/,
    ],
  ]

  it.each(CASES)(
    '%s is refused at the first connection and by the test, with what to do',
    async (_name, make, words) => {
      const url = await make()
      const tested = await testDatabase(url)
      expect([await opening(url), tested.ok ? 'fine' : tested.error.message]).toEqual([
        expect.stringMatching(words),
        expect.stringMatching(words),
      ])
    },
  )

  it('is none that is only set to be read, or whose path leads elsewhere', async () => {
    const url = await database('reading')
    await shared.client`alter database reading set default_transaction_read_only = on`
    await shared.client`alter database reading set search_path = missing`
    expect(valueOf(await testDatabase(url))).toMatch(/empty of ikigai/)
    expect(await opening(url)).toBe('opened')
  })
})
