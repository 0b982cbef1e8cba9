import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

import { mapOk, refuse, type Result } from '../shared/result.ts'
import { findEncryption, openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { isInside } from './adapters/is-inside.ts'
import { createBackupSource } from './adapters/storage/backup-source.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { createRestoreTarget } from './adapters/storage/restore-target.ts'
import { verifyEvents } from './adapters/storage/verify-events.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { checkBackup } from './core/backup/check-backup.ts'
import { makeBackup } from './core/backup/make-backup.ts'
import { restoreBackup } from './core/backup/restore-backup.ts'
import type { BackupFolder, DataBackup } from './core/ports/backup-ports.ts'
import type { LogCheck } from './core/ports/verify-ports.ts'
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

/** Compares this user's log with its hashes, without an engine. `agent`: the begin of an id; null: all agents. */
export async function verifyDatabase(agent: string | null): Promise<Result<LogCheck>> {
  return withDatabase(await databasePlace(takeEnvironment()), (client) => verifyEvents(client, agent))
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
