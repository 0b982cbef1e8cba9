import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import { ok, refuse, type Result } from '../shared/result.ts'
import type { SignedHead } from '../shared/signed-head.ts'
import { openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { keychainOff } from './adapters/credentials/keychain-off.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import type { takeEnvironment } from './adapters/environment/take-environment.ts'
import { isInside } from './adapters/is-inside.ts'
import { createHeadSigner } from './adapters/proof/head-signer.ts'
import { isHeadOf, readSignedHead, signedHeadPath } from './adapters/proof/log-signer.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import type { BackupFolder } from './core/ports/backup-ports.ts'
import type { SecretStore } from './core/ports/config-ports.ts'
import type { HeadReader } from './core/ports/verify-ports.ts'
import { stderrLogger } from './system-ports.ts'
import { createCopyMaker } from './upgrade-copy.ts'

type Environment = ReturnType<typeof takeEnvironment>

/** The keychain of this machine, or the file that stands in for it. */
export function machineSecrets(environment: Environment): SecretStore {
  const keychain = environment['IKIGAI_KEYCHAIN'] === 'off' ? keychainOff : createKeychain({ logger: stderrLogger() })
  return createSecretStore({ configDirectory: configDirectory(), keychain })
}

/** Signs the head of the log if that is possible, and returns the last signed one of this log; an error if there is none. */
export async function signNewest(secrets: SecretStore, heads: HeadReader): Promise<Result<SignedHead>> {
  const path = signedHeadPath(dataDirectory())
  const signed = await createHeadSigner({ path, secrets, heads }).sign()
  const read = await readSignedHead(path)
  if (!read.ok) return read
  if (read.value !== null && isHeadOf(read.value, await heads.logId())) return ok(read.value)
  return signed.ok ? refuse('There is nothing to sign yet.') : signed
}

/** Where this user's database is, as the configuration says. */
export async function databasePlace(environment: Environment): Promise<DatabasePlace> {
  const { config } = await openConfig(configDirectory(), environment)
  const { databaseUrl } = config
  const url = databaseUrl === null ? null : withDatabasePassword(databaseUrl, environment['PGPASSWORD'])
  const directory = dataDirectory()
  const copyMaker = createCopyMaker(directory, packageJson.version)
  return { dataDirectory: directory, databaseUrl: url, logger: stderrLogger(), copyMaker }
}

/** Opens the folder of a backup. REFUSED inside the data directory. `passphrase`: null: it is not encrypted. */
export async function openFolder(directory: string, passphrase: string | null): Promise<Result<BackupFolder>> {
  const path = await realpath(resolve(directory)).catch(() => resolve(directory))
  if (isInside(dataDirectory(), path)) {
    return refuse('This folder is inside the data directory, and would be lost with it. Choose another one.')
  }
  return openBackupFolder(createBackupStore(path), passphrase)
}
