import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import { databaseParent } from './database-parent.ts'
import { createRecordingLogger } from './recording-logger.ts'

/** The variable with the data directory that tests copy. */
const TEMPLATE = 'IKIGAI_TEST_DATABASE_TEMPLATE'

/**
 * Global setup of Vitest and of Playwright: makes one data directory with a migrated, empty database. Copying it is
 * several times cheaper than making another one for each test file. Returns the teardown.
 */
export default async function makeDatabaseTemplate(): Promise<() => Promise<void>> {
  // A test that runs a test file in another process passes its own template on.
  if (process.env[TEMPLATE] !== undefined) return () => Promise.resolve()
  const directory = await mkdtemp(join(databaseParent(), 'ikigai-template-'))
  // As root, the database runs under its own user, who needs access to the directory.
  await chmod(directory, 0o711)
  const dataDirectory = join(directory, 'data')
  const logger = createRecordingLogger()
  const opened = await openStorage({ host: 'cli', version: '0.0.0', logger, dataDirectory, databaseUrl: null })
  if (!opened.ok) throw new Error(opened.error.message)
  await opened.value.close()
  process.env[TEMPLATE] = dataDirectory
  return () => rm(directory, { recursive: true, force: true })
}

/**
 * Returns the variable that makes the programs of a run share what Node compiles, which each would otherwise compile
 * again in its first start on a data directory; nothing if there is no template.
 */
export function sharedCompileCache(): Readonly<Record<string, string>> {
  const template = process.env[TEMPLATE]
  return template === undefined ? {} : { NODE_COMPILE_CACHE: join(dirname(template), 'compiled') }
}

/** Puts a copy of the template into `dataDirectory`, which is made if needed; does nothing if there is no template. */
export async function copyDatabaseTemplate(dataDirectory: string): Promise<void> {
  const template = process.env[TEMPLATE]
  if (template === undefined) return
  // Node's cp does not keep the owner, and as root the database's files belong to another user.
  if (process.platform === 'win32') await cp(template, dataDirectory, { recursive: true })
  else {
    await mkdir(dataDirectory, { recursive: true })
    await promisify(execFile)('cp', ['-a', `${template}/.`, dataDirectory])
  }
}
