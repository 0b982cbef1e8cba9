import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { openBackupFolder } from '../../../src/main/adapters/backup/backup-folder.ts'
import { createBackupStore } from '../../../src/main/adapters/backup/backup-store.ts'
import { migrateDatabase } from '../../../src/main/adapters/storage/migrate-database.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { backUp, BackupDatabases, contentOf, restore } from './support/backup-database.ts'
import { fillOlder, OLDER_SCHEMAS } from './support/older-schema.ts'
import { open, plainClient, removeDirectory, temporaryDirectory, urlOf, valueOf } from './support/test-storage.ts'

const directory = temporaryDirectory()
const folders = temporaryDirectory()
const databases = new BackupDatabases()
let owner: Storage

beforeAll(async () => {
  owner = await open(directory)
})

afterEach(() => databases.close())

afterAll(async () => {
  await owner.close()
  for (const path of [directory, folders]) removeDirectory(path)
})

async function emptyDatabase() {
  const name = `db_${randomUUID().replaceAll('-', '')}`
  const admin = plainClient(directory)
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  return databases.connect(urlOf(directory, name))
}

it.each(OLDER_SCHEMAS)('a copy of the schema %s becomes what a migration in place makes of it', async (_tag, count) => {
  const original = await emptyDatabase()
  await fillOlder(original, count)
  const folder = join(folders, String(count))
  valueOf(await backUp(original, folder))
  const opened = valueOf(await openBackupFolder(createBackupStore(folder), null))
  const schema = valueOf(await opened.manifest())?.schema ?? 0
  const target = await emptyDatabase()
  await migrateDatabase(target, { upTo: schema })
  valueOf(await restore(target, folder))
  for (const client of [original, target]) await migrateDatabase(client)
  const content = await timelessContent(target)
  expect(content['messages']).toHaveLength(3)
  expect(content).toEqual(await timelessContent(original))
})

/** Without the times of settings: a migration writes some. */
async function timelessContent(client: Sql): Promise<Record<string, readonly string[]>> {
  const content = await contentOf(client)
  return { ...content, settings: (content['settings'] ?? []).map((row) => row.replace(/\|[^|]*$/, '')) }
}
