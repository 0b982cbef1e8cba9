import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql as raw } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { copyIn, copyOut } from '../../../src/main/adapters/storage/copy-rows.ts'
import { type Database, openPool, openSingle } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { readPages } from '../../../src/main/adapters/storage/read-pages.ts'
import { makeOwnCertificate } from '../../support/own-certificate.ts'
import { startTcpRelay, type TcpRelay } from '../../support/tcp-relay.ts'
import { temporaryDirectory, urlOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const certificates = temporaryDirectory()
const own = makeOwnCertificate(certificates)
const sockets = new Set<Duplex>()
const uncaught: Error[] = []
const note = (error: Error): unknown => uncaught.push(error)
const noteRejection = (reason: unknown): unknown => note(reason instanceof Error ? reason : new Error('a rejection'))
let pool: Database
let client: Sql
/** The same over an encrypted connection; without openssl there is none. */
let encrypted: readonly Sql[]
let relay: TcpRelay | null = null

beforeAll(async () => {
  if (own !== null) {
    const tls = { key: readFileSync(own.key), cert: readFileSync(own.certificate) }
    relay = await startTcpRelay(`${shared.directory}/postgres/run/.s.PGSQL.5432`, tls)
  }
  await shared.client`create table written (word text)`
})
afterAll(() => closeAll(relay, certificates))
beforeEach(async () => {
  const target = { ...parseDatabaseUrl(urlOf(shared.directory)), sockets }
  pool = openPool(target)
  client = openSingle(target)
  const overTls = relay && { ...parseDatabaseUrl(tlsUrl(relay.port)), sockets }
  encrypted = overTls ? [openSingle(overTls), openPool(overTls).$client] : []
  await shared.client`truncate written`
  process.on('uncaughtException', note)
  process.on('unhandledRejection', noteRejection)
})
afterEach(async () => {
  await pool.$client.end({ timeout: 1 })
  await client.end({ timeout: 1 })
  for (const other of encrypted) await other.end({ timeout: 1 })
  await nextTurn()
  process.off('uncaughtException', note)
  process.off('unhandledRejection', noteRejection)
  const [first] = uncaught.splice(0)
  if (first !== undefined) throw first
})

function tlsUrl(port: number): string {
  const url = new URL(urlOf(shared.directory))
  url.search = '?sslmode=verify-full&sslrootcert=' + encodeURIComponent(own?.certificate ?? '')
  url.host = `localhost:${port}`
  return url.href
}

/** Ends all connections of the clients, as a killed server does. */
async function cut(): Promise<void> {
  const ended = [...sockets].map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(ended)
}

/** What becomes of a promise after the connection was cut: its code, or what it resolved to. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))

const write = (sql: TransactionSql, word: string) => sql`insert into written values (${word})`
const words = async () => (await shared.client`select word from written order by word`).map(({ word }) => String(word))

/** What a transaction is doing when its connection ends, and what it tries after that. */
const FORMS: Readonly<Record<string, (sql: TransactionSql) => Promise<unknown>>> = {
  'between two statements': async (sql) => {
    await write(sql, 'a')
    await cut()
    return write(sql, 'b')
  },
  'during a statement': async (sql) => {
    const sleeping = sql`select pg_sleep(60)`.execute()
    await nextTurn()
    await cut()
    return sleeping
  },
  'while statements wait for others': async (sql) => {
    const all = ['a', 'b', 'c', 'd'].map((word) => write(sql, word).execute())
    await cut()
    return Promise.all(all)
  },
  'before a statement of which nothing was sent yet': async (sql) => {
    const late = write(sql, 'a').execute()
    for (let tick = 0; tick < 5; tick++) await Promise.resolve()
    await cut()
    return late
  },
  'and its failure is caught': async (sql) => {
    await cut()
    await write(sql, 'a').catch(() => undefined)
    return 'done'
  },
  'and it is sent a long statement': async (sql) => {
    await cut()
    return write(sql, 'long '.repeat(100_000))
  },
  'between two pages': async (sql) => {
    for await (const _ of readPages(sql, raw`select generate_series(1, 10000)`, 10)) await cut()
  },
  'during a copy to the database': async (sql) => {
    await cut()
    return copyIn(sql, 'settings', ['key', 'value'], Buffer.from('key\t1\n'))
  },
  'in the middle of a copy from the database': async (sql) => {
    for await (const _ of copyOut(sql, "select repeat('x', 1000) from generate_series(1, 100000)", () => {}))
      await cut()
  },
  'after a failed statement': async (sql) => {
    await codeOf(sql`select 1 / 0`)
    await cut()
    return write(sql, 'b')
  },
  'while it describes a query': async (sql) => {
    const described = sql`select 1 as one`.describe()
    await cut()
    return described
  },
}

describe.each(Object.entries(FORMS))('a transaction whose connection ends %s', (_name, form) => {
  it('fails, writes nothing, and the client goes on', async () => {
    for (const chosen of [client, pool.$client, ...encrypted]) {
      const failed = chosen.begin(async (sql) => {
        await write(sql, 'first')
        return form(sql)
      })
      expect(await codeOf(failed)).toMatch(/^CONNECTION_CLOSED$|^22012$|ERR_STREAM_PREMATURE_CLOSE/)
      expect(await words()).toEqual([])
      expect(await chosen.begin((sql) => sql`select 'back' as word`)).toEqual([{ word: 'back' }])
    }
  })
})

it('a transaction that goes on after its connection ended does not reach the next connection', async () => {
  const goOn = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const begun = Promise.withResolvers<void>()
  const failed = client.begin(async (sql) => {
    await write(sql, 'first')
    begun.resolve()
    await goOn.promise
    const results = await Promise.all(['a', 'b'].map((word) => codeOf(write(sql, word))))
    late.resolve(results)
  })
  const outcome = codeOf(failed)
  await begun.promise
  await cut()
  expect(await outcome).toBe('CONNECTION_CLOSED')
  expect(await client`select 1 as one`).toEqual([{ one: 1 }])
  await client.begin(async (sql) => {
    await write(sql, 'of the next one')
    goOn.resolve()
    expect(await late.promise).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED'])
  })
  expect(await words()).toEqual(['of the next one'])
})

it('drizzle sees the same', async () => {
  const failed = pool.transaction(async (transaction) => {
    await transaction.execute(raw`insert into written values ('a')`)
    await cut()
    await transaction.execute(raw`insert into written values ('b')`)
  })
  await expect(failed).rejects.toThrow('CONNECTION_CLOSED')
  expect(await words()).toEqual([])
  await pool.transaction((transaction) => transaction.execute(raw`insert into written values ('c')`))
  expect(await words()).toEqual(['c'])
})

it("a transaction reports the server's last message, and its first failure", async () => {
  const ended = client.begin(async (sql) => {
    const [row] = await sql`select pg_backend_pid() as pid`
    await shared.client`select pg_terminate_backend(${Number(row?.['pid'])})`
    await sql`select 1`
  })
  expect(await codeOf(ended)).toBe('57P01')
  const failed = client.begin(async (sql) => {
    await codeOf(sql`select 1 / 0`)
    await sql`select 1`
  })
  expect(await codeOf(failed)).toBe('22012')
  const swallowed = client.begin(async (sql) => void (await codeOf(sql`select 1 / 0`)))
  expect(await codeOf(swallowed)).toBe('22012')
})

it('commits what was written, rolls back what throws, and sends statements in their order', async () => {
  expect(await client.begin(async (sql) => (await write(sql, 'a')).count)).toBe(1)
  await expect(
    client.begin(async (sql) => {
      await write(sql, 'b')
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await pool.$client.begin('isolation level repeatable read', async (sql) => {
    for (const word of ['c', 'd', 'e']) void write(sql, word).execute()
    expect(await sql`select count(*)::int as all from written`).toEqual([{ all: 4 }])
  })
  expect(await words()).toEqual(['a', 'c', 'd', 'e'])
})

it('a client that ends while it reconnects opens no other connection', async () => {
  await client`select 1`
  const pending = codeOf(client`select pg_sleep(60)`.execute())
  await cut()
  const late = codeOf(client`select 2`)
  await client.end({ timeout: 0 })
  expect([await pending, await late]).toEqual(['CONNECTION_CLOSED', expect.anything()])
  await expect.poll(() => sockets.size).toBe(0)
})
