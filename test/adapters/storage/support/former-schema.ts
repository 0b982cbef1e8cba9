import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { Sql } from 'postgres'
import { z } from 'zod'

import { plainClient } from './test-storage.ts'

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

/** Creates a database with the schema as it was before a migration, and returns a client of it. */
export async function databaseBefore(migration: string, dataDirectory: string, database: string): Promise<Sql> {
  const admin = plainClient(dataDirectory)
  await admin.unsafe(`create database ${database}`)
  await admin.end()
  const folder = mkdtempSync(join(tmpdir(), 'ikigai-migrations-'))
  cpSync('drizzle', folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = journalSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const first = journal.entries.findIndex(({ tag }) => tag.endsWith(migration))
  if (first < 0) throw new Error(`No migration ${migration}`)
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))
  // A client of its own: Drizzle replaces the parsers of the client that it is given.
  const migrating = plainClient(dataDirectory, database)
  await migrate(drizzle(migrating), { migrationsFolder: folder })
  await migrating.end()
  rmSync(folder, { recursive: true })
  return plainClient(dataDirectory, database)
}
