import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { openSingle } from '../../../src/main/adapters/storage/database-clients.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import { settledTransaction } from '../../../src/main/adapters/storage/settled-transaction.ts'
import { toStorageError } from '../../../src/main/adapters/storage/storage-error.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { postmasterOf, signal } from '../../soak/database-processes.ts'
import { startTcpRelay, type TcpRelay } from '../../support/tcp-relay.ts'
import {
  DATABASE_TIMEOUT_MS,
  importedAgent,
  open,
  removeDirectory,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const directory = temporaryDirectory()
let storage: Storage
let observer: Sql
let relay: TcpRelay
let client: Sql

beforeAll(async () => {
  storage = await open(directory)
  observer = openSingle(parseDatabaseUrl(urlOf(directory)))
  relay = await startTcpRelay(`${directory}/postgres/run/.s.PGSQL.5432`)
  client = openSingle(parseDatabaseUrl(relayed()))
  // Commits of these words take as long as somebody holds the lock 7; those that begin with "bad" fail then.
  await observer.unsafe(`
    create table words (word text);
    create function wait_at_commit() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(7);
      if new.word like 'bad%' then raise exception 'not this word'; end if;
      return null;
    end $$;
    create constraint trigger at_commit after insert on words deferrable initially deferred
      for each row execute function wait_at_commit()`)
})
afterAll(async () => {
  await client.end({ timeout: 1 })
  await observer.end({ timeout: 1 })
  await relay.close()
  await storage.close()
  removeDirectory(directory)
})
beforeEach(() => retried(() => observer`truncate words`))

function relayed(): string {
  const url = new URL(urlOf(directory))
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${relay.port}`
  return url.href
}

/** A killed server is not back at once. */
const retried = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 100 })
const words = () => retried(async () => (await observer`select word from words`).map(({ word }) => String(word)))
const isThere = async (sql: Sql) => (await sql`select 1 from words`).length > 0
const write = (sql: TransactionSql, word: string) => sql`insert into words values (${word})`

/** Calls `then` while the commit of what `start` begins is being carried out, which goes on afterwards. */
async function heldCommit<T>(start: () => Promise<T>, then: () => unknown): Promise<T> {
  await observer`select pg_advisory_lock(7)`
  const outcome = start()
  const isWaiting = async (): Promise<boolean> => {
    const [row] = await observer`select count(*)::int as all from pg_stat_activity
      where query = 'commit' and wait_event_type = 'Lock'`
    return row?.['all'] === 1
  }
  await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 20 })
  then()
  // A killed server gives the lock back itself. Before the process of the transaction has noticed it, the commit would go on.
  if (then !== kill) await observer`select pg_advisory_unlock(7)`.catch(() => undefined)
  return outcome
}

const kill = (): void => signal(postmasterOf(directory), 'SIGKILL')

/** What happens during the transaction, whether its client knows the outcome, and what is left. */
const FORMS: Readonly<
  Record<
    string,
    {
      atCommit?: () => void
      word: string
      work?: (sql: TransactionSql) => Promise<unknown>
      left: boolean
      said: RegExp | null
    }
  >
> = {
  'nothing happens': { word: 'good', left: true, said: null },
  'the connection is cut before its first statement ends': {
    word: 'good',
    work: async (sql) => {
      const sleeping = sql`select pg_sleep(60)`.execute()
      relay.cut()
      return sleeping
    },
    left: false,
    said: /Nothing of this was saved/,
  },
  'the connection is cut between two statements': {
    word: 'good',
    work: async (sql) => {
      await write(sql, 'first')
      relay.cut()
      return write(sql, 'second')
    },
    left: false,
    said: /Nothing of this was saved/,
  },
  'the connection is cut after its last statement': {
    word: 'good',
    work: async () => relay.cut(),
    left: false,
    said: /Nothing of this was saved/,
  },
  'the connection is cut during its commit': {
    word: 'good',
    atCommit: () => relay.cut(),
    left: true,
    said: null,
  },
  'the connection is cut during a commit that fails': {
    word: 'bad',
    atCommit: () => relay.cut(),
    left: false,
    said: /Nothing of this was saved/,
  },
  'its commit fails': { word: 'bad', left: false, said: /not this word/ },
  'a statement fails': { word: 'good', work: (sql) => sql`select 1 / 0`, left: false, said: /division by zero/ },
  'its work throws': {
    word: 'good',
    work: () => Promise.reject(new Error('no')),
    left: false,
    said: /^no$/,
  },
  'the server ends its connection': {
    word: 'good',
    work: async (sql) => {
      const [row] = await sql`select pg_backend_pid() as pid`
      await observer`select pg_terminate_backend(${Number(row?.['pid'])})`
      return sql`select 1`
    },
    left: false,
    said: /Nothing of this was saved/,
  },
  'the server is killed before its commit': {
    word: 'good',
    work: async (sql) => {
      kill()
      return sql`select pg_sleep(60)`
    },
    left: false,
    said: /Nothing of this was saved/,
  },
  'the server is killed during its commit': {
    word: 'good',
    atCommit: kill,
    left: false,
    said: /Nothing of this was saved/,
  },
}

it.each(Object.entries(FORMS))('a transaction says what became of it if %s', async (_name, form) => {
  const { atCommit, word, work, left, said } = form
  const start = () =>
    settledTransaction(
      client,
      async (sql) => {
        await write(sql, word)
        await work?.(sql)
        return 'done'
      },
      { isThere },
    ).catch((error: unknown) => toStorageError(error).message)
  expect(await (atCommit === undefined ? start() : heldCommit(start, atCommit))).toMatch(said ?? /^done$/)
  expect(await words()).toEqual(left ? [word] : [])
  expect(await retried(() => client`select 1 as one`)).toEqual([{ one: 1 }])
})

it('a transaction whose server stays away is said to be unknown', async () => {
  const place = await startTcpRelay(`${directory}/postgres/run/.s.PGSQL.5432`)
  const url = new URL(relayed())
  url.host = `127.0.0.1:${place.port}`
  const lonely = openSingle(parseDatabaseUrl(url.href))
  const start = () =>
    settledTransaction(lonely, (sql) => write(sql, 'good'), { isThere, tries: 3 }).catch(
      (error: unknown) => toStorageError(error).message,
    )
  expect(await heldCommit(start, () => void place.close())).toMatch(
    /whether this was saved is not known\. Look before you try again/,
  )
  await lonely.end({ timeout: 1 })
  expect(await words()).toEqual(['good'])
})

it('an import that was committed is done, although the connection was cut before the answer', async () => {
  const elsewhere = temporaryDirectory()
  const remote = await open(elsewhere, relayed())
  await observer.unsafe(`
    create function wait_for_agents() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(7);
      return null;
    end $$;
    create constraint trigger at_commit after insert on agents deferrable initially deferred
      for each row execute function wait_for_agents()`)
  const agent = importedAgent()
  const { events: ids } = valueOf(await remote.transfer.reserveIds({ events: 1, mail: 0 }))
  const start = () =>
    remote.transfer.write({
      agents: [agent],
      events: ids.map((id) => ({ ...userEvent(agent.id, 'kept'), id, createdAt: null })),
      mail: [],
    })
  expect(valueOf(await heldCommit(start, () => relay.cut())).map(({ id }) => id)).toEqual([agent.id])
  await remote.close()
  removeDirectory(elsewhere)
})
