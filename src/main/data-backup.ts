import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { errorMessage, mapOk, ok, refuse, type Result } from '../shared/result.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { keychainOff } from './adapters/credentials/keychain-off.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import {
  lastSignedNote,
  machineKey,
  missingHeadProblems,
  readSignedHead,
  signedHeadProblems,
  signHeads,
} from './adapters/proof/log-signer.ts'
import { sizeOf } from '../shared/signed-head.ts'
import { findEncryption, openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { isInside } from './adapters/is-inside.ts'
import { createBackupSource, findLogId } from './adapters/storage/backup-source.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { createRestoreTarget } from './adapters/storage/restore-target.ts'
import { verifyEvents } from './adapters/storage/verify-events.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { checkBackup } from './core/backup/check-backup.ts'
import { makeBackup } from './core/backup/make-backup.ts'
import { restoreBackup } from './core/backup/restore-backup.ts'
import type { BackupFolder, DataBackup } from './core/ports/backup-ports.ts'
import type { LogProof, SignedLogCheck } from './core/ports/verify-ports.ts'
import { stderrLogger, systemClock } from './system-ports.ts'

/** Backup and restore of this user's data, without an engine. A composition root, as create-engine.ts is. */
export function createDataBackup(): DataBackup {
  const environment = takeEnvironment()
  const place = (): Promise<DatabasePlace> => databasePlace(environment)
  return {
    environmentPassphrase: environment['IKIGAI_BACKUP_PASSPHRASE'] ?? null,
    async backUp(directory, passphrase) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      const madeAt = new Date(systemClock.now()).toISOString()
      return withDatabase(await place(), (client) => makeBackup(createBackupSource(client), folder.value, madeAt))
    },
    async lastMadeAt(directory, passphrase) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      return mapOk(await folder.value.manifest(), (manifest) =>
        manifest === null ? null : Date.parse(manifest.madeAt),
      )
    },
    async check(directory, passphrase) {
      const folder = await openFolder(directory, passphrase)
      return folder.ok ? mapOk(await checkBackup(folder.value), ({ content }) => content) : folder
    },
    async restore(directory, passphrase, damaged) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      return withDatabase(await place(), (client) =>
        restoreBackup(folder.value, createRestoreTarget(client), { damaged }),
      )
    },
    isEncrypted: (directory) => findEncryption(createBackupStore(resolve(directory))),
  }
}

/** Verifies and signs this user's log, without an engine. */
export function createLogProof(): LogProof {
  const environment = takeEnvironment()
  const keychain = environment['IKIGAI_KEYCHAIN'] === 'off' ? keychainOff : createKeychain({ logger: stderrLogger() })
  const secrets = createSecretStore({ configDirectory: configDirectory(), keychain })
  return {
    publicKey: () => machineKey(secrets),
    async verify(wishes) {
      const path = wishes.signedFile ?? join(dataDirectory(), SIGNED_HEAD)
      const read = await readSignedHead(path)
      if (!read.ok && wishes.signedFile !== null) return read
      if (read.ok && read.value === null && wishes.signedFile !== null) return refuse(`There is no file ${path}.`)
      const head = read.ok ? read.value : null
      const publicKey = wishes.keyFile === null ? ok(await machineKey(secrets)) : await readPublicKey(wishes.keyFile)
      if (!publicKey.ok) return publicKey
      return withDatabase(await databasePlace(environment), async (client) => {
        if (wishes.sign !== null) await findLogId(client)
        const checked = await verifyEvents(client, wishes.agent, head?.heads ?? [])
        if (!checked.ok) return checked
        const { logId, faults, changedFiles, heads } = checked.value
        const lastNote = wishes.signedFile === null ? await lastSignedNote(secrets, logId) : null
        const own =
          head === null
            ? missingHeadProblems(read.ok ? lastNote : null)
            : signedHeadProblems({ head, publicKey: publicKey.value, logId, lastNote })
        const unknown = wishes.sign === 'next' && head !== null && publicKey.value === null ? [UNKNOWN_KEY] : []
        const problems = [
          ...(read.ok ? [] : [read.error.message]),
          ...own,
          ...unknown,
          ...checked.value.signedProblems.map((problem) => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`),
        ]
        const isSound = faults.length === 0 && changedFiles.length === 0
        const check: SignedLogCheck = {
          ...checked.value,
          signedProblems: problems,
          signedEvents: head === null ? null : sizeOf(head.heads),
          isSignatureChecked: head !== null && publicKey.value !== null,
          signedTo: null,
        }
        if (wishes.sign === null || logId === null || !isSound) return ok(check)
        if (wishes.sign === 'next' && problems.length > 0) return ok(check)
        const before = wishes.sign === 'anew' ? (head?.note ?? lastNote) : null
        const signed = await signHeads(secrets, { path, logId }, heads, before)
        return mapOk(signed, () => ({
          ...check,
          signedProblems: [],
          signedEvents: sizeOf(heads),
          isSignatureChecked: true,
          signedTo: path,
        }))
      })
    },
  }
}

const SIGNED_HEAD = 'signed-head.json'
const UNKNOWN_KEY =
  'The key that signed the last head is not on this machine, or the keychain does not answer. Unlock it, or begin anew with `ikigai verify --sign-anew`.'

async function readPublicKey(path: string): Promise<Result<string>> {
  try {
    const text = await readFile(path, 'utf8')
    return text.includes('PUBLIC KEY')
      ? ok(text)
      : refuse(`${path} is not a public key. \`ikigai verify --print-key\` prints one.`)
  } catch (error) {
    return refuse(`${path} cannot be read (${errorMessage(error)}). Check the path.`)
  }
}

async function databasePlace(environment: ReturnType<typeof takeEnvironment>): Promise<DatabasePlace> {
  const { config } = await openConfig(configDirectory(), environment)
  const { databaseUrl } = config
  const url = databaseUrl === null ? null : withDatabasePassword(databaseUrl, environment['PGPASSWORD'])
  return { dataDirectory: dataDirectory(), databaseUrl: url, logger: stderrLogger() }
}

async function openFolder(directory: string, passphrase: string | null): Promise<Result<BackupFolder>> {
  const path = await realpath(resolve(directory)).catch(() => resolve(directory))
  if (isInside(dataDirectory(), path)) {
    return refuse('This folder is inside the data directory, and would be lost with it. Choose another one.')
  }
  return openBackupFolder(createBackupStore(path), passphrase)
}
