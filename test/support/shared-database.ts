import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { SERVER_USER } from '../../src/main/adapters/storage/embedded/cluster.ts'
import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import { plainClient, urlOf } from '../adapters/storage/support/test-storage.ts'
import { databaseParent, isInMemory } from './database-parent.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { createRecordingLogger } from './recording-logger.ts'

/** The variable with the data directory of the server that tests share. */
const SERVER = 'IKIGAI_TEST_DATABASE_SERVER'

/** The migrated, empty database that newDatabase copies. No one else may be connected to it. */
const EMPTY = 'empty'

/**
 * Global setup of Vitest, after that of the template: starts one server for the engines of all test files. A start and
 * a stop for each engine takes six times the processor time of a new database. Returns the teardown.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(databaseParent(), 'ikigai-server-'))
  // As root, the database runs under its own user, who needs access to the directory.
  await chmod(directory, 0o711)
  const dataDirectory = join(directory, 'data')
  await copyDatabaseTemplate(dataDirectory)
  const held = await open(dataDirectory, null)
  const client = plainClient(dataDirectory)
  await client.unsafe(`CREATE DATABASE ${EMPTY}`)
  // No test of these engines ends the server without a warning, so nothing is lost.
  await client.unsafe(`ALTER ROLE ${SERVER_USER} SET synchronous_commit = off`)
  await client.end()
  await (await open(dataDirectory, urlOf(dataDirectory, EMPTY))).close()
  process.env[SERVER] = dataDirectory
  return async () => {
    await held.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function open(dataDirectory: string, databaseUrl: string | null) {
  const logger = createRecordingLogger()
  const opened = await openStorage({ host: 'cli', version: '0.0.0', logger, dataDirectory, databaseUrl })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/**
 * Makes an empty database on the shared server and returns its URL. It is removed with the server at the latest. Null: this run has
 * no shared server.
 */
export async function newDatabase(): Promise<string | null> {
  const dataDirectory = process.env[SERVER]
  if (dataDirectory === undefined) return null
  const name = `d${crypto.randomUUID().replaceAll('-', '')}`
  const client = plainClient(dataDirectory)
  await client.unsafe(`CREATE DATABASE ${name} TEMPLATE ${EMPTY}`)
  await client.end()
  return urlOf(dataDirectory, name)
}

/** Removes a database of newDatabase from memory; on a disk, where removing one takes longer, it stays with its server. */
export async function dropDatabase(url: string): Promise<void> {
  const dataDirectory = process.env[SERVER]
  if (dataDirectory === undefined || !isInMemory(dataDirectory)) return
  const client = plainClient(dataDirectory)
  await client.unsafe(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
  await client.end()
}
