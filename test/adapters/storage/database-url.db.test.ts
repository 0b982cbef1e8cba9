import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { parseDatabaseUrl, withDatabasePassword } from '../../../src/main/adapters/storage/database-url.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import { startEngine } from './support/engine-process.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  storageOptions,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'
import { portOf } from '../../support/port-of.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

async function messageOf(databaseUrl: string): Promise<string> {
  const result = await openStorage(storageOptions(shared.directory, databaseUrl))
  return result.ok ? 'opened' : `${result.error.category}: ${result.error.message}`
}

describe('a database by its URL', () => {
  it('is served by the same code as the embedded one, and both hear each other', async () => {
    const byUrl = await open(shared.directory, urlOf(shared.directory))
    expect(byUrl.state()).toEqual({ state: 'ok', message: `postgres at ${shared.directory}/postgres/run` })
    const agentId = await recordAgent(shared.storage)
    const heard = new Promise((resolve) =>
      byUrl.store.onRemoteCommit((committed) => committed.events.length > 0 && resolve(committed)),
    )
    const committed = valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'hello')] }))
    expect(await heard).toEqual(committed)
    expect(await byUrl.store.events({ agentId })).toEqual({ ok: true, value: committed.events })
    await byUrl.close()
    expect((await shared.storage.store.agents()).ok).toBe(true)
  })

  it(
    'gets its tables once, however many engines open it at the same time',
    { timeout: DATABASE_TIMEOUT_MS },
    async () => {
      await shared.client`create database concurrent`
      const url = urlOf(shared.directory, 'concurrent')
      const processes = [startEngine('hold', shared.directory, url), startEngine('hold', shared.directory, url)]
      const here = await Promise.all([
        open(shared.directory, url),
        open(shared.directory, url),
        open(shared.directory, url),
      ])
      expect(await Promise.all(processes.map((process) => process.nextLine()))).toEqual(['open', 'open'])
      await Promise.all([...here.map((storage) => storage.close()), ...processes.map((process) => process.leave())])
      const client = plainClient(shared.directory, 'concurrent')
      const migrations = await client`select count(*)::int as times from drizzle.__drizzle_migrations group by hash`
      expect(new Set(migrations.map(({ times }): unknown => times))).toEqual(new Set([1]))
      await client.end()
    },
  )
})

describe('a database that cannot be used', () => {
  it('of a newer ikigai is left alone', async () => {
    await shared.client`create database newer`
    const url = urlOf(shared.directory, 'newer')
    await (await open(shared.directory, url)).close()
    const client = plainClient(shared.directory, 'newer')
    await client`insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`
    expect(await messageOf(url)).toBe(
      'STORAGE: This database was last used by a newer version of ikigai, and its tables are not known to this one. Nothing was changed. Update ikigai, or use another database.',
    )
    expect([...(await client`select count(*)::int as sessions from sessions`)]).toEqual([{ sessions: 1 }])
    await client.end()
  })

  it('says that the password is wrong', async () => {
    expect(await messageOf(urlOf(shared.directory, 'postgres', 'wrong'))).toBe(
      'STORAGE: The database refused the user or the password. Check the user and password in DATABASE_URL (or database_url). (password authentication failed for user "ikigai")',
    )
  })

  it('says that the database does not exist', async () => {
    expect(await messageOf(urlOf(shared.directory, 'nowhere'))).toBe(
      'STORAGE: That database does not exist on the server. Create it (`createdb NAME`), or correct DATABASE_URL (or database_url). (database "nowhere" does not exist)',
    )
  })

  it('says that no server is there', async () => {
    const port = await unusedPort()
    expect(await messageOf(`postgres://me:secret@127.0.0.1:${port}/db`)).toBe(
      'STORAGE: The database cannot be reached (ECONNREFUSED). Nothing was sent to it; try again when it is back.',
    )
  })

  it('says that the URL is none, without repeating what may hold a password', async () => {
    const message = await messageOf('mysql://me:secret@host/db')
    expect([message.includes('postgres://user:password@host:5432/database'), message.includes('secret')]).toEqual([
      true,
      false,
    ])
  })

  it('says that there are too many connections', async () => {
    await shared.client`create role guest login connection limit 0 password 'guest'`
    expect(await messageOf(urlOf(shared.directory, 'postgres', 'guest').replace('ikigai', 'guest'))).toBe(
      'STORAGE: The database has too many connections. Close another program that uses it, or raise its max_connections. (too many connections for role "guest")',
    )
  })
})

describe('a URL', () => {
  it.each([
    [
      'postgres://u:p@host:5433/db',
      { url: 'postgres://u:p@host:5433/db', address: { host: 'host', port: 5433 }, tls: null, label: 'host:5433' },
    ],
    [
      'postgres://u:p@[::1]/db',
      { url: 'postgres://u:p@[::1]/db', address: { host: '::1', port: 5432 }, tls: null, label: '[::1]' },
    ],
    [
      'postgres://u:p@host/db?sslmode=require',
      {
        url: 'postgres://u:p@host/db',
        address: { host: 'host', port: 5432 },
        tls: { mode: 'require', rootCertificate: null, isDirect: false },
        label: 'host',
      },
    ],
    ['postgres://u:p@one,two/db', { url: 'postgres://u:p@one,two/db', address: null, tls: null, label: 'one,two' }],
    [
      'postgresql:///db?host=/run/pg',
      {
        url: 'postgresql:///db',
        host: '/run/pg',
        address: { host: '/run/pg', port: 5432 },
        tls: null,
        label: '/run/pg',
      },
    ],
    [
      'postgres://u:p@%2Frun%2Fpg/db',
      {
        url: 'postgres://u:p@localhost/db',
        host: '/run/pg',
        address: { host: '/run/pg', port: 5432 },
        tls: null,
        label: '/run/pg',
      },
    ],
  ])('%s is understood', (text, parsed) => {
    expect(parseDatabaseUrl(text)).toEqual(parsed)
  })
})

it.each([
  ['postgres://u@host/db', 'postgres://u:from%20environment@host/db'],
  ['postgres://u:own@host/db', 'postgres://u:own@host/db'],
  ['postgres://u@host/db?password=own', 'postgres://u@host/db?password=own'],
  ['nonsense', 'nonsense'],
])('%s gets the password of the environment where it names none', (text, expected) => {
  expect(withDatabasePassword(text, 'from environment')).toBe(expected)
  expect(withDatabasePassword(text, undefined)).toBe(text)
})

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
