import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { MIGRATION_LOCK } from './advisory-locks.ts'
import { lockWithin } from './when-free.ts'

/** The part of Drizzle's list of migrations that is read here. */
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
const newestSchema = z.array(z.object({ newest: z.coerce.number().nullable() }))

export interface MigrationWishes {
  /** The newest migration that is applied, ms since the epoch; missing: all of this version. */
  readonly upTo?: number
  /** Called before anything is changed in a database that has tables already. `migrates`: their schema will change. */
  readonly before?: (migrates: boolean) => Promise<void>
  /** How long another engine may change the schema, ms. */
  readonly waitMs?: number
}

/**
 * Brings the schema up to date, one engine at a time; safe to run repeatedly and concurrently. Needs a client with a
 * single connection, because the lock belongs to a connection. Rejects with a message for the user if the schema is
 * newer.
 */
export async function migrateDatabase(client: Sql, wishes: MigrationWishes = {}): Promise<void> {
  const { upTo, before, waitMs = MIGRATION_WAIT_MS } = wishes
  const known = newestKnown()
  await lockWithin(client, MIGRATION_LOCK, waitMs, OTHER_MIGRATES)
  try {
    const applied = await newestApplied(client)
    if (applied > known) throw new Error(NEWER_SCHEMA)
    if (applied > 0) await before?.(applied < known)
    if (applied < (upTo ?? known)) await applyMigrations(client, upTo ?? known)
  } finally {
    await client`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
  }
}

async function applyMigrations(client: Sql, upTo: number): Promise<void> {
  const all = findMigrations()
  if (upTo >= newestKnown()) return migrate(drizzle(client), { migrationsFolder: all })
  const some = mkdtempSync(join(tmpdir(), 'ikigai-migrations-'))
  try {
    cpSync(all, some, { recursive: true })
    const file = join(some, 'meta', '_journal.json')
    const journal = journalSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= upTo) }))
    await migrate(drizzle(client), { migrationsFolder: some })
  } finally {
    rmSync(some, { recursive: true, force: true })
  }
}

/** When the newest migration of this version was written, ms since the epoch. */
export function newestKnown(): number {
  const files = readMigrationFiles({ migrationsFolder: findMigrations() })
  return Math.max(...files.map(({ folderMillis }) => folderMillis))
}

/** How long another engine may change the tables, ms. A large log takes minutes. */
const MIGRATION_WAIT_MS = 15 * 60_000

const OTHER_MIGRATES =
  'Another ikigai has been changing the tables of this database for 15 minutes. Nothing was changed by this one. Wait until it is done, or end it and start again.'

const NEWER_SCHEMA =
  'This database was last used by a newer version of ikigai, and its tables are not known to this one. Nothing was changed. Update ikigai, or use another database.'

/** When the newest migration in the database was written; 0: none has been applied yet. */
export async function newestApplied(client: Sql | TransactionSql): Promise<number> {
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') is not null as found`
  if (!table?.['found']) return 0
  const rows = newestSchema.parse(await client`select max(created_at) as newest from drizzle.__drizzle_migrations`)
  return rows[0]?.newest ?? 0
}

/** Returns the nearest `drizzle/` above this file, whose depth in the sources differs from its depth in the bundle. */
function findMigrations(): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, 'drizzle')
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate
    if (directory === dirname(directory))
      throw new Error('The folder `drizzle` with the database migrations is missing.')
  }
}
