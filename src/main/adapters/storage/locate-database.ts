import type { Socket } from 'node:net'

import type { Logger } from '../../core/ports/system-ports.ts'
import { openSingle } from './database-clients.ts'
import type { LinkOptions } from './database-link.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { createEmbeddedServer, type EmbeddedServer } from './embedded/embedded-server.ts'
import { migrateDatabase } from './migrate-database.ts'

/** Where the database is. */
export interface DatabasePlace {
  /** Absolute path. The embedded server keeps all its files in `postgres/` inside it. */
  readonly dataDirectory: string
  /** Null: the embedded server. */
  readonly databaseUrl: string | null
  readonly logger: Logger
}

/** A database that can be reached; `leave` releases its server. */
export type LocatedDatabase = Pick<LinkOptions, 'target' | 'label' | 'ensureServer'> &
  Pick<EmbeddedServer, 'leave' | 'explain'>

/** Finds the database, and starts the embedded server if no one has. Rejects with a message for the user. */
export async function locateDatabase({ databaseUrl, dataDirectory, logger }: DatabasePlace): Promise<LocatedDatabase> {
  const sockets = new Set<Socket>()
  if (databaseUrl !== null) {
    const target = { ...parseDatabaseUrl(databaseUrl), sockets }
    return {
      target,
      label: `postgres at ${target.label}`,
      ensureServer: async () => {},
      leave: async () => {},
      explain: (error) => error,
    }
  }
  const server = await createEmbeddedServer(dataDirectory, logger)
  const target = { ...(await server.ensure()), sockets }
  return {
    target,
    label: 'embedded',
    ensureServer: async () => void (await server.ensure()),
    leave: server.leave,
    explain: server.explain,
  }
}

/** Brings the schema up to date. Rejects with a message for the user. */
export async function migrateAt({ target, explain }: LocatedDatabase): Promise<void> {
  const client = openSingle(target)
  try {
    await migrateDatabase(client)
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end({ timeout: 1 })
  }
}
