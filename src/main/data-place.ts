import { readFile, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import { DONE, errorMessage, ok, refuse, type Result } from '../shared/result.ts'
import type { SignedHead } from '../shared/signed-head.ts'
import { openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { keychainOff } from './adapters/credentials/keychain-port.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import type { takeEnvironment } from './adapters/environment/take-environment.ts'
import { isInside } from './adapters/is-inside.ts'
import { createBackupSigner } from './adapters/proof/backup-signer.ts'
import { createHeadSigner } from './adapters/proof/head-signer.ts'
import { isHeadOf, readSignedHead, signedHeadPath } from './adapters/proof/log-signer.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import type { BackupFolder } from './core/ports/backup-ports.ts'
import type { BackupSignature, BackupSigner } from './core/ports/backup-signature-ports.ts'
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
  const copyMaker = createCopyMaker(directory, packageJson.version, machineSecrets(environment))
  return { dataDirectory: directory, databaseUrl: url, logger: stderrLogger(), copyMaker }
}

/** Opens the folder of a backup. REFUSED inside the data directory. `passphrase`: null: it is not encrypted. */
export async function openFolder(directory: string, passphrase: string | null): Promise<Result<BackupFolder>> {
  const path = await folderPath(directory)
  if (isInside(dataDirectory(), path)) {
    return refuse('This folder is inside the data directory, and would be lost with it. Choose another one.')
  }
  return openBackupFolder(createBackupStore(path), passphrase)
}

/** Signs and judges the backups in a folder. */
export function folderSigner(secrets: SecretStore, directory: string): BackupSigner {
  return createBackupSigner(secrets, () => folderPath(directory))
}

/** What the signature of the backup in a folder shows. `keyFile`: null: the key of this machine. */
export async function judgeFolder(
  folder: BackupFolder,
  signer: BackupSigner,
  keyFile: string | null,
): Promise<Result<BackupSignature>> {
  const key = keyFile === null ? DONE : await readPublicKey(keyFile)
  if (!key.ok) return key
  const seal = await folder.seal()
  if (!seal.ok) return seal
  return ok(seal.value === null ? { state: 'unsigned', problem: null } : await signer.judge(seal.value, key.value))
}

/** Reads a public key in the form of PEM. */
export async function readPublicKey(path: string): Promise<Result<string>> {
  try {
    const text = await readFile(path, 'utf8')
    return text.includes('PUBLIC KEY')
      ? ok(text)
      : refuse(`${path} is not a public key. \`ikigai verify --print-key\` prints one.`)
  } catch (error) {
    return refuse(`${path} cannot be read (${errorMessage(error)}). Check the path.`)
  }
}

/** Without links where it exists. */
async function folderPath(directory: string): Promise<string> {
  return realpath(resolve(directory)).catch(() => resolve(directory))
}
