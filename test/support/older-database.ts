import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sql } from 'postgres'

import type { Binaries } from '../../src/main/adapters/storage/embedded/binaries.ts'
import { chooseServerLocation } from '../../src/main/adapters/storage/embedded/choose-server-location.ts'
import { changeOwner, spawnIdentity } from '../../src/main/adapters/storage/embedded/run-as.ts'
import { serverEnvironment } from '../../src/main/adapters/storage/embedded/server-runner.ts'
import { withDatabase } from '../../src/main/adapters/storage/with-database.ts'
import type { SecretStore } from '../../src/main/core/ports/config-ports.ts'
import { ok } from '../../src/shared/result.ts'
import { createCopyMaker } from '../../src/main/upgrade-copy.ts'
import { createRecordingLogger } from './recording-logger.ts'

/** Makes the database of a data directory with the programs of an older PostgreSQL. */
export async function makeOlderDatabase(dataDirectory: string, programs: Binaries): Promise<void> {
  const { paths, runAs } = await chooseServerLocation(dataDirectory, createRecordingLogger())
  mkdirSync(paths.home, { mode: 0o700 })
  writeFileSync(paths.password, 'an old password')
  changeOwner(paths.password, 0o600, runAs)
  changeOwner(paths.home, 0o700, runAs)
  const options = ['--username=ikigai', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(
    programs.initdb,
    [`--pgdata=${join(paths.home, 'cluster')}`, `--pwfile=${paths.password}`, ...options],
    { ...spawnIdentity(runAs), cwd: paths.home, env: serverEnvironment(), encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
}

interface OlderUse {
  readonly programs: Binaries
  readonly keepsCopy?: boolean
  /** Those with the key that signs the copy; missing: it is not signed. */
  readonly secrets?: SecretStore | null
}

/** Works on it as an ikigai would that brings that PostgreSQL; `keepsCopy`: and ends cleanly. */
export async function useOlderDatabase<T>(
  dataDirectory: string,
  { programs, keepsCopy = false, secrets = null }: OlderUse,
  use: (client: Sql) => Promise<T>,
): Promise<T> {
  const copyMaker = keepsCopy ? { copyMaker: createCopyMaker(dataDirectory, '0.0.1', secrets) } : {}
  const place = { dataDirectory, databaseUrl: null, logger: createRecordingLogger(), programs, ...copyMaker }
  const used = await withDatabase(place, async (client) => ok(await use(client)))
  if (!used.ok) throw new Error(used.error.message)
  return used.value
}
