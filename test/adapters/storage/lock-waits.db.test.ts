import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { withFileLock } from '../../../src/main/adapters/file-lock.ts'
import * as locks from '../../../src/main/adapters/storage/advisory-locks.ts'
import { createBackupSource } from '../../../src/main/adapters/storage/backup-source.ts'
import { migrateDatabase } from '../../../src/main/adapters/storage/migrate-database.ts'
import { purgeRedacted } from '../../../src/main/adapters/storage/purge-redacted.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import { createHeadReader, startSigning } from '../../../src/main/adapters/storage/read-heads.ts'
import { createSqlReader } from '../../../src/main/adapters/storage/sql-reader.ts'
import { parseDatabaseUrl } from '../../../src/main/adapters/storage/database-url.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { type Result, stackOf } from '../../../src/shared/result.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  removeDirectory,
  storageOptions,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const SHORT_MS = 50
const PURGE = { lockMs: SHORT_MS, pauseMs: 1, attempts: 2, segments: 200 }
const BUSY = expect.stringMatching(
  /^STORAGE: Another ikigai or program held what this needs in the database for longer than the limit\. Try again; /,
)
const directory = temporaryDirectory()
const folder = mkdtempSync(join(tmpdir(), 'ikigai-locks-'))
let storage: Storage
let client: Sql
let holder: Sql

beforeAll(async () => {
  await (await open(directory)).close()
  storage = valueOf(await openStorage({ ...storageOptions(directory), lockMs: SHORT_MS }))
  client = plainClient(directory)
  holder = plainClient(directory)
})
afterAll(async () => {
  await holder?.end()
  await client?.end()
  await storage?.close()
  removeDirectory(directory)
  rmSync(folder, { recursive: true, force: true })
})

/** What waiting ended with: its value, or the words of the failure. */
async function endOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => (error instanceof Error ? error.message : stackOf(error)))
}

async function wordsOf(work: Promise<Result<unknown>>): Promise<unknown> {
  const result = await work
  return result.ok ? result.value : `${result.error.category}: ${result.error.message}`
}

interface Wait {
  readonly what: string
  /** The lock that another session holds; by its seed: that of the agent. */
  readonly held: number | { readonly seed: number }
  readonly wait: (agentId: string) => Promise<unknown>
  readonly words: unknown
}

const WAITS: readonly Wait[] = [
  {
    what: 'a change of the tables',
    held: locks.MIGRATION_LOCK,
    wait: () => endOf(migrateDatabase(client, { waitMs: SHORT_MS })),
    words:
      'Another ikigai has been changing the tables of this database for 15 minutes. Nothing was changed by this one. Wait until it is done, or end it and start again.',
  },
  {
    what: 'signing by a command',
    held: locks.SIGNING_LOCK,
    wait: () => endOf(startSigning(client, SHORT_MS)),
    words: 'Another ikigai has been signing the log of this database for a minute. Try again when it is done.',
  },
  {
    what: 'signing by an engine, which leaves it to the other one',
    held: locks.SIGNING_LOCK,
    wait: () => wordsOf(createHeadReader(client).whileSigning(() => Promise.reject(new Error('signed')))),
    words: null,
  },
  {
    what: 'removing what was redacted',
    held: locks.PURGE_LOCK,
    wait: () => wordsOf(purgeRedacted(client, PURGE)),
    words:
      'STORAGE: Another ikigai still removes what was redacted from the files of the database. It is removed when that one is done, or at the next start.',
  },
  {
    what: 'a backup',
    held: locks.BACKUP_LOCK,
    wait: () => wordsOf(createBackupSource(client).read(() => Promise.reject(new Error('read')))),
    words: 'REFUSED: Another backup of this log is being made. Wait for it to end.',
  },
  {
    what: 'ikigai sql',
    held: locks.READER_ROLE_LOCK,
    wait: async () => {
      for await (const page of createSqlReader(parseDatabaseUrl(urlOf(directory)), SHORT_MS).read('select 1'))
        return wordsOf(Promise.resolve(page))
      return 'no page'
    },
    words: expect.stringMatching(/^REFUSED: /),
  },
  {
    what: 'a turn of the agent',
    held: { seed: locks.AGENT_TURN_SEED },
    wait: (agentId) => wordsOf(storage.leases.acquire(agentId)),
    words: null,
  },
  {
    what: 'a commit while an agent is killed',
    held: locks.KILL_LOCK,
    wait: (agentId) => wordsOf(storage.store.commit({ events: [userEvent(agentId, 'Hello')] })),
    words: BUSY,
  },
  {
    what: 'a commit to an agent that is being changed',
    held: { seed: locks.AGENT_CHANGE_SEED },
    wait: (agentId) => wordsOf(storage.store.commit({ events: [userEvent(agentId, 'Hello')] })),
    words: BUSY,
  },
  {
    what: 'a change of the queue of an agent that is being changed',
    held: { seed: locks.AGENT_CHANGE_SEED },
    wait: (agentId) => wordsOf(storage.promptQueue.remove(agentId, 'none')),
    words: BUSY,
  },
]

it.each(WAITS)('says what it waited for, after its limit: $what', async ({ held, wait, words }) => {
  const agentId = await recordAgent(storage)
  const [lock] = await holder`
    select ${typeof held === 'number' ? holder`${held}::bigint` : holder`hashtextextended(${agentId}, ${held.seed})`} as key`
  const key = String(lock?.['key'])
  await holder`select pg_advisory_lock(${key})`
  try {
    expect(await wait(agentId)).toEqual(words)
  } finally {
    await holder`select pg_advisory_unlock_all()`
  }
  // What gave up leaves no lock behind. A connection that was ended while it waited may get the lock for a moment.
  const isFree = async (): Promise<unknown> => {
    const [row] = await holder`select pg_try_advisory_lock(${key}) as is_free`
    await holder`select pg_advisory_unlock_all()`
    return row?.['is_free']
  }
  await expect.poll(isFree, { timeout: DATABASE_TIMEOUT_MS / 2 }).toBe(true)
  valueOf(await storage.store.commit({ events: [userEvent(agentId, 'Hello again')] }))
})

it.each(['postgres.lock', 'secrets.lock', 'a name with spaces.lock'])(
  'names the file that another process has locked: %s',
  async (name) => {
    const path = join(folder, name)
    const first = Promise.withResolvers<void>()
    const holds = withFileLock(path, () => first.promise)
    expect(await endOf(withFileLock(path, () => Promise.resolve('worked'), SHORT_MS))).toBe(
      `Another ikigai has held ${path} for 0.05 s. Wait until it is done, or end it and try again.`,
    )
    first.resolve()
    await holds
    expect(await withFileLock(path, () => Promise.resolve('worked'), SHORT_MS)).toBe('worked')
  },
)
