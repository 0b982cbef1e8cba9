import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import { advice } from '../../../shared/advice.ts'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import { type SchemaState, schemaState } from './schema-state.ts'
import { lockWithin } from './when-free.ts'
import { rowsOf, run } from './statements.ts'

/** The part of Drizzle's list of migrations that is read here. */
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
const appliedSchema = z.array(z.object({ when: z.coerce.number() }))
const tablesSchema = z.array(z.object({ name: z.string() }))

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
 * single connection, because the lock belongs to a connection. Rejects with a message for the user, before anything is
 * changed, if the schema is not one that this version can bring up to date.
 */
export async function migrateDatabase(client: Sql, wishes: MigrationWishes = {}): Promise<void> {
  const { upTo, before, waitMs = MIGRATION_WAIT_MS } = wishes
  const newest = Math.max(...knownMigrations())
  await lockWithin(client, MIGRATION_LOCK, waitMs, OTHER_MIGRATES)
  try {
    const applied = await checkSchema(client)
    if (applied > 0) await before?.(applied < newest)
    if (applied < (upTo ?? newest)) await applyMigrations(client, upTo ?? newest)
  } finally {
    await run(client)`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
  }
}

async function applyMigrations(client: Sql, upTo: number): Promise<void> {
  const all = findMigrations()
  if (upTo >= Math.max(...knownMigrations())) return migrate(drizzle(client), { migrationsFolder: all })
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

/** When each migration of this version was written, ms since the epoch, oldest first. */
export function knownMigrations(): readonly number[] {
  const files = readMigrationFiles({ migrationsFolder: findMigrations() })
  return files.map(({ folderMillis }) => folderMillis).sort((a, b) => a - b)
}

/** How long another engine may change the tables, ms. A large log takes minutes. */
const MIGRATION_WAIT_MS = 15 * 60_000

const OTHER_MIGRATES =
  'Another ikigai has been changing the tables of this database for 15 minutes. Nothing was changed by this one. Wait until it is done, or end it and start again.'

/** Why a database is left alone, and what to do. */
const REFUSALS: Readonly<Record<Exclude<SchemaState, 'empty' | 'known'>, () => string>> = {
  newer: () =>
    'This database was last used by a newer version of ikigai, and its tables are not known to this one. Nothing was changed. Update ikigai, or use another database.',
  former: () =>
    `This database was made by an earlier version of ikigai, whose tables this one cannot read. Nothing was changed. ${advice('move_former_log')}`,
  foreign: () =>
    'This database has tables of another program where ikigai keeps its own. Nothing was changed. Create an empty database (`createdb NAME`), and name it in DATABASE_URL (or database_url).',
  incomplete: () =>
    `Tables of ikigai are missing in this database. Nothing was changed. Bring them back if another program removed them; ${advice('restore_elsewhere')}`,
}

/**
 * Returns when the newest migration in the database was written, ms since the epoch; 0: none has been applied yet. Rejects
 * with a message for the user if this version cannot use the schema. Changes nothing.
 */
export async function checkSchema(client: Sql): Promise<number> {
  const applied = await appliedMigrations(client)
  const names = await rowsOf(client, tablesSchema)`select relname as name from pg_class
      where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm', 'f')`
  const state = schemaState({ applied, tables: names.map(({ name }) => name) }, knownMigrations())
  if (state !== 'empty' && state !== 'known') throw new Error(REFUSALS[state]())
  return Math.max(0, ...applied)
}

/** When the newest migration in the database was written, ms since the epoch; 0: none has been applied yet. */
export async function newestApplied(client: Sql | TransactionSql): Promise<number> {
  return Math.max(0, ...(await appliedMigrations(client)))
}

async function appliedMigrations(client: Sql | TransactionSql): Promise<readonly number[]> {
  const [table] = await run(client)`select to_regclass('drizzle.__drizzle_migrations') is not null as found`
  if (!table?.['found']) return []
  const rows = await run(
    client,
  )`select created_at as when from drizzle.__drizzle_migrations where created_at is not null`
  return appliedSchema.parse([...rows]).map(({ when }) => when)
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
