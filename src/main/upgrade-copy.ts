import { realpath, rename } from 'node:fs/promises'

import { errorMessage, ok, refuse, type Result } from '../shared/result.ts'
import { openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { roomProblem } from './adapters/backup/scheduled-folder.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import { createBackupSigner } from './adapters/proof/backup-signer.ts'
import type { CopyMaker } from './adapters/storage/log-copy.ts'
import { makeBackup } from './core/backup/make-backup.ts'
import type { BackupFolder } from './core/ports/backup-ports.ts'
import type { BackupSigner } from './core/ports/backup-signature-ports.ts'
import type { SecretStore } from './core/ports/config-ports.ts'
import { systemClock } from './system-ports.ts'

/** Where the copy for upgrades of a data directory is: beside it, because it must not be lost with the database. */
export function copyFolder(dataDirectory: string): string {
  return `${dataDirectory}-upgrade`
}

/**
 * Makes the copy for upgrades: a backup without a passphrase beside the data directory. A copy that cannot be continued
 * (of another log, of a newer state of this one, damaged) is kept under another name. It is signed with the key of this machine, so
 * that an upgrade knows that nothing else put it there. `secrets`: null: it is not signed.
 */
export function createCopyMaker(dataDirectory: string, version: string, secrets: SecretStore | null): CopyMaker {
  const path = copyFolder(dataDirectory)
  return {
    version,
    async madeAt() {
      const folder = await openCopy(path)
      const manifest = folder.ok ? await folder.value.manifest() : folder
      return manifest.ok ? (manifest.value?.madeAt ?? null) : null
    },
    async complete(source, { checked }) {
      const problem = await roomProblem(path)
      if (problem !== null) return refuse(problem)
      const now = systemClock.now()
      const madeAt = new Date(now).toISOString()
      const moveAside = (): Promise<Result<BackupFolder>> => keepAside(path, now)
      const folder = await usableFolder(path, moveAside)
      if (!folder.ok) return folder
      const signer = secrets === null ? {} : { signer: copySigner(dataDirectory, secrets) }
      const made = await makeBackup(source, folder.value, { madeAt, checked, moveAside, ...signer })
      return made.ok ? ok(madeAt) : made
    },
  }
}

/** What makes the copy for upgrades of an engine. What a demo records is deleted at its end. */
export function copyParts(place: SecretPlace & { readonly dataDirectory: string }, version: string, isDemo: boolean) {
  return isDemo ? {} : { copyMaker: createCopyMaker(place.dataDirectory, version, createSecretStore(place)) }
}

type SecretPlace = Parameters<typeof createSecretStore>[0]

/** Signs and judges the copy for upgrades. */
export function copySigner(dataDirectory: string, secrets: SecretStore): BackupSigner {
  const path = copyFolder(dataDirectory)
  return createBackupSigner(secrets, () => realpath(path).catch(() => path))
}

/** A folder without a backup but with other files is the user's, and is left alone. */
async function usableFolder(
  path: string,
  moveAside: () => Promise<Result<BackupFolder>>,
): Promise<Result<BackupFolder>> {
  const folder = await openCopy(path)
  if (!folder.ok) return folder.error.category === 'REFUSED' ? folder : moveAside()
  const manifest = await folder.value.manifest()
  return manifest.ok ? folder : moveAside()
}

async function keepAside(path: string, now: number): Promise<Result<BackupFolder>> {
  try {
    await rename(path, `${path}-${fileTime(now)}`)
  } catch (error) {
    return refuse(`${path} cannot be renamed (${errorMessage(error)}). Move it away.`)
  }
  return openCopy(path)
}

/** A time as a part of names of files. */
export function fileTime(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
}

/** Opens the copy in the folder, or a new one. */
export function openCopy(path: string): Promise<Result<BackupFolder>> {
  return openBackupFolder(createBackupStore(path), null)
}
