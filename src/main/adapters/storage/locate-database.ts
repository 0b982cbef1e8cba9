import type { Duplex } from 'node:stream'

import type { Logger } from '../../core/ports/system-ports.ts'
import { checkDatabase } from './check-database.ts'
import { openSingle, type Target } from './database-clients.ts'
import { parseDatabaseUrl } from './database-url.ts'
import type { Binaries } from './embedded/binaries.ts'
import { createEmbeddedServer, type EmbeddedServer } from './embedded/embedded-server.ts'
import { type CopyMaker, createLogCopy, type LogCopy, NO_COPY } from './log-copy.ts'
import { migrateDatabase } from './migrate-database.ts'
import { ENGINE_SENTENCES } from '../../../shared/engine-sentences.ts'
import { defined } from '../../../shared/defined.ts'

/** Where the database is. */
export interface DatabasePlace {
  /** Absolute path. The embedded server keeps all its files in `postgres/` inside it. */
  readonly dataDirectory: string
  /** Null: the embedded server. */
  readonly databaseUrl: string | null
  readonly logger: Logger
  /** Makes the copy for upgrades. Missing: none is kept. */
  readonly copyMaker?: CopyMaker
  /** Of an older PostgreSQL, whose data is only read: its schema stays as it is. Missing: those that ikigai brings. */
  readonly programs?: Binaries
}

/** A database that can be reached; `leave` releases its server. */
export interface LocatedDatabase {
  readonly target: Target
  /** As texts about its state name it. */
  readonly label: string
  /** Restarts our embedded server; does nothing for a database at a URL. */
  readonly ensureServer: () => Promise<void>
  readonly leave: EmbeddedServer['leave']
  readonly explain: EmbeddedServer['explain']
  readonly copy: LogCopy
  /** The folder of the embedded server; null: the database has another one. */
  readonly home: string | null
}

/** Finds the database, and starts the embedded server if no one has. Rejects with a message for the user. */
export async function locateDatabase(place: DatabasePlace): Promise<LocatedDatabase> {
  const { databaseUrl, dataDirectory, logger, copyMaker, programs } = place
  const sockets = new Set<Duplex>()
  if (databaseUrl !== null) {
    const target = { ...parseDatabaseUrl(databaseUrl), sockets }
    return {
      target,
      label: `postgres at ${target.label}`,
      ensureServer: async () => {},
      leave: async () => {},
      explain: (error) => error,
      copy: NO_COPY,
      home: null,
    }
  }
  const server = await createEmbeddedServer(dataDirectory, logger, programs)
  const target = { ...(await server.ensure()), sockets }
  return {
    target,
    label: ENGINE_SENTENCES.embedded,
    ensureServer: async () => void (await server.ensure()),
    leave: server.leave,
    explain: server.explain,
    home: server.home,
    copy: createLogCopy({ home: server.home, target, logger }, copyMaker),
  }
}

/** Brings the schema up to date, or to `upTo`. Rejects with a message for the user. */
export async function migrateAt({ target, explain, copy }: LocatedDatabase, upTo?: number): Promise<void> {
  const client = openSingle(target)
  try {
    if ('url' in target) await checkDatabase(client)
    const before = (migrates: boolean): Promise<void> => copy.beforeUse(client, migrates)
    await migrateDatabase(client, { before, ...defined({ upTo }) })
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end({ timeout: 1 })
  }
}
