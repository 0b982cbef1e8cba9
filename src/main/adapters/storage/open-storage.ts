import { setTimeout as delay } from 'node:timers/promises'
import type { Home } from '../../../shared/home.ts'
import type { Result } from '../../../shared/result.ts'
import type { Storage } from '../../core/ports/storage-ports.ts'
import { openCommits, openPool } from './database-clients.ts'
import { createContentStore } from './content-store.ts'
import { openLink } from './database-link.ts'
import { countOthers, endSession, markAlive, startSession } from './engine-session.ts'
import { createEventHasher } from './event-hasher.ts'
import { createEventStore } from './event-store.ts'
import { createHomes, enterHome } from './homes.ts'
import { createHeadReader } from './read-heads.ts'
import { END_LIMIT_MS } from './log-copy.ts'
import { listenForCommits } from './remote-commits.ts'
import { createLogReader } from './log-reader.ts'
import { createLogSearch } from './log-search.ts'
import { createLogTransfer } from './log-transfer.ts'
import { createMailStore } from './mail-store.ts'
import { type DatabasePlace, locateDatabase, migrateAt } from './locate-database.ts'
import { createRecovery } from './recover-turns.ts'
import { connectPeers } from './peers.ts'
import { createPromptQueueStore } from './prompt-queue-store.ts'
import { createRedactionStore } from './redaction-store.ts'
import { createRoomStore } from './room-store.ts'
import { createJournalReader } from './journaled-turns.ts'
import { createSettingsStore, recentSettings } from './settings-store.ts'
import { createSqlReader } from './sql-reader.ts'
import { toResult } from './storage-error.ts'
import { createStorageHealth } from './check-health.ts'
import { createStreamJournal } from './stream-journal.ts'
import { createAgentLocks } from './agent-locks.ts'
import { createUsageStore } from './usage-sums.ts'

export interface StorageOptions extends DatabasePlace {
  /** Name of this machine, for the session's row. */
  readonly host: string
  /** Missing: the database has one home only. */
  readonly home?: Home
  readonly version: string
  /** How long a statement waits for a lock of others, ms. Missing: the limit of docs/behaviour/errors.md#waits. */
  readonly lockMs?: number
  /** How long each step of closing waits for the database, ms. Missing: likewise. */
  readonly closeMs?: number
}

/**
 * Opens the database, brings its schema up to date and begins a session. An error says what to do; in that case nothing
 * is left running.
 */
export async function openStorage(options: StorageOptions): Promise<Result<Storage>> {
  const tries = options.databaseUrl === null ? OWN_SERVER_TRIES : 1
  for (let number = 1; ; number++) {
    const cleanUp: Array<() => Promise<void>> = []
    const opened = await toResult(() => open(options, cleanUp))
    if (opened.ok) return opened
    for (const undo of cleanUp.reverse()) await undo().catch(() => undefined)
    if (number === tries || !opened.error.retryable) return opened
  }
}

/**
 * Our embedded server may be stopping while it is adopted, because its last engine has just left: then any step of
 * opening may fail. The next try starts a new server.
 */
const OWN_SERVER_TRIES = 3

export const ONLY_HOME: Home = { id: '00000000-0000-4000-8000-000000000000', label: 'this machine' }

async function open(options: StorageOptions, cleanUp: Array<() => Promise<void>>): Promise<Storage> {
  const { logger, lockMs } = options
  const place = await locateDatabase(options)
  cleanUp.push(() => place.leave(false))
  await migrateAt(place)
  const link = await openLink({ ...place, logger })
  cleanUp.push(() => link.close())
  const pool = openPool(place.target, lockMs)
  cleanUp.push(() => pool.$client.end({ timeout: 1 }))
  const home = await enterHome(link.client, options.home ?? ONLY_HOME, options.databaseUrl === null)
  const sessionId = await startSession(link.client, options.host, options.version, home.id)
  await place.copy.opened(link.client)
  const commits = openCommits(place.target, sessionId, lockMs)
  cleanUp.push(() => commits.end({ timeout: 1 }))
  const locks = createAgentLocks(link.client, home.id, logger)
  link.onRestored(() => markAlive(link.client, sessionId))
  link.onRestored(locks.reacquireAll)
  const reader = createLogReader(pool, home.id)
  const hasher = createEventHasher(pool, logger)
  cleanUp.push(() => hasher.close())
  const recovery = createRecovery(pool, sessionId, { locks, logger })
  const journal = createStreamJournal(pool.$client, sessionId, recovery, logger)
  const remote = await listenForCommits(pool.$client, sessionId, { reader, logger })
  const peers = await connectPeers(link.client, pool.$client, { sessionId, home: home.id })
  link.onRestored(peers.restore)
  let closing: Promise<void> | null = null
  const close = async (): Promise<void> => {
    const { closeMs = CLOSE_TIMEOUT_MS } = options
    // A database that hangs answers none of them.
    const limited = <T>(step: Promise<T>, ms = closeMs) => Promise.race([step, delay(ms, null, { ref: false })])
    await limited(journal.close())
    await limited(hasher.close())
    await limited(place.copy.ending(link.client))
    await limited(endSession(link.client, sessionId).catch(() => undefined))
    // What it copies has a limit of its own.
    await limited(place.copy.atEnd(link.client), END_LIMIT_MS + closeMs)
    const last = (await limited(isAlone(link.client))) === true
    // The driver waits for ever for a connection that broke during a statement: hence the limit.
    await Promise.all([link.close(), pool.$client.end({ timeout: 1 }), commits.end({ timeout: 1 })])
    await place.leave(last)
  }
  return {
    store: createEventStore({ commits, pool: pool.$client, sessionId, home: home.id, reader, journal, remote, hasher }),
    journal: { ...journal, read: createJournalReader(pool, sessionId) },
    leases: locks,
    homes: createHomes(pool, home),
    peers,
    settings: recentSettings(createSettingsStore(pool), () => performance.now()),
    mail: createMailStore(pool),
    promptQueue: createPromptQueueStore(pool, { sessionId, home: home.id }),
    content: createContentStore(pool),
    transfer: createLogTransfer(pool, sessionId, { reader, hasher }),
    redaction: createRedactionStore(pool, { target: place.target, sessionId, home: home.id, hasher }),
    room: createRoomStore(pool, place.target),
    health: createStorageHealth(place),
    search: createLogSearch(pool, home.id),
    usage: createUsageStore(pool),
    sql: createSqlReader(place.target),
    heads: createHeadReader(pool.$client, hasher.flush),
    state: link.state,
    onStateChange: link.onStateChange,
    close: () => (closing ??= close()),
  }
}

/** How long closing waits for the database, ms. */
const CLOSE_TIMEOUT_MS = 5_000

/** True if no other engine is left on this database. Returns at once if there is no connection. */
async function isAlone(link: Parameters<typeof countOthers>[0]): Promise<boolean> {
  try {
    return (await countOthers(link)) === 0
  } catch {
    return false
  }
}
