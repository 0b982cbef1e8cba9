import { hash } from 'node:crypto'
import { resolve } from 'node:path'

import type { BackupManifest } from '../shared/backup-manifest.ts'
import { mapOk, ok, refuse, type Result } from '../shared/result.ts'
import { findEncryption } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { backupRowReader } from './adapters/storage/backup-rows.ts'
import { createBackupSource } from './adapters/storage/backup-source.ts'
import { checkHealth } from './adapters/storage/check-health.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { createHeadReader } from './adapters/storage/read-heads.ts'
import { knownMigrations } from './adapters/storage/migrate-database.ts'
import { createRestoreTarget } from './adapters/storage/restore-target.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { readBackupBranch } from './core/backup/backup-branch.ts'
import { checkBackup } from './core/backup/check-backup.ts'
import { makeBackup } from './core/backup/make-backup.ts'
import { restoreBackup, schemaProblem } from './core/backup/restore-backup.ts'
import type { BackupFolder, DataBackup, RestoreWishes } from './core/ports/backup-ports.ts'
import { type BackupSignature, isVerified } from './core/ports/backup-signature-ports.ts'
import type { DataHealth } from './core/ports/health-ports.ts'
import { LogExporter } from './core/transfer/log-exporter.ts'
import { databasePlace, folderSigner, judgeFolder, machineSecrets, openFolder, signNewest } from './data-place.ts'
import { systemClock } from './system-ports.ts'

/** Backup and restore of this user's data, without an engine. A composition root, as create-engine.ts is. */
export function createDataBackup(): DataBackup {
  const environment = takeEnvironment()
  const place = (): Promise<DatabasePlace> => databasePlace(environment)
  return {
    environmentPassphrase: environment['IKIGAI_BACKUP_PASSPHRASE'] ?? null,
    async backUp(directory, passphrase, damaged) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      const madeAt = new Date(systemClock.now()).toISOString()
      return withDatabase(damaged ? withoutCopy(await place()) : await place(), async (client) => {
        // Rows in damaged pages are left out, instead of ending the run.
        if (damaged) await client`set zero_damaged_pages = on`
        // What prevents it is said by verifying and in Settings; the backup is made in any case.
        const secrets = machineSecrets(environment)
        const head = damaged ? ok(null) : await signNewest(secrets, createHeadReader(client))
        const signed = head.ok ? head.value : null
        const signer = folderSigner(secrets, directory)
        return makeBackup(createBackupSource(client), folder.value, { madeAt, signed, signer, partial: damaged })
      })
    },
    async lastMadeAt(directory, passphrase) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      return mapOk(await folder.value.manifest(), (manifest) =>
        manifest === null ? null : Date.parse(manifest.madeAt),
      )
    },
    async check(directory, wishes) {
      const opened = await openJudged(directory, { ...wishes, unverified: true })
      if (!opened.ok) return opened
      const { folder, signature } = opened.value
      return mapOk(await checkBackup(folder), ({ content }) => ({ ...content, signature }))
    },
    async restore(directory, { damaged, ...wishes }) {
      const opened = await openJudged(directory, wishes)
      if (!opened.ok) return opened
      const { folder, signature, manifest } = opened.value
      const { config } = await openConfig(configDirectory(), environment)
      const limits = { verified: isVerified(signature), sandbox: config.sandbox }
      const restored = await withDatabase(
        await place(),
        (client) => restoreBackup(folder, createRestoreTarget(client), { damaged, ...limits }),
        manifest === null ? {} : { schema: manifest.schema },
      )
      return mapOk(restored, (content) => ({ ...content, signature }))
    },
    async branch(directory, prefix, wishes) {
      const opened = await openJudged(directory, wishes)
      if (!opened.ok) return opened
      const { folder, signature } = opened.value
      return mapOk(await readBackupBranch(folder, backupRowReader, prefix), ({ tree, agentId, ...parts }) => {
        const exporter = new LogExporter(tree, { ...parts, sha256: (text) => hash('sha256', text) })
        return { lines: exporter.lines(agentId), signature }
      })
    },
    isEncrypted: (directory) => findEncryption(createBackupStore(resolve(directory))),
  }

  /** Opens a backup for restoring, unless this version cannot restore it, or its signature says that it was replaced. */
  async function openJudged(
    directory: string,
    { passphrase, keyFile, unverified }: RestoreWishes,
  ): Promise<Result<JudgedFolder>> {
    const folder = await openFolder(directory, passphrase)
    if (!folder.ok) return folder
    const manifest = await folder.value.manifest()
    if (!manifest.ok) return manifest
    const unknown = manifest.value === null ? null : schemaProblem(manifest.value, knownMigrations())
    if (unknown !== null) return refuse(unknown)
    const signature = await judgeFolder(folder.value, folderSigner(machineSecrets(environment), directory), keyFile)
    if (!signature.ok) return signature
    const { problem } = signature.value
    if (problem === null || unverified) {
      return ok({ folder: folder.value, signature: signature.value, manifest: manifest.value })
    }
    return refuse(
      `${problem} Nothing was restored. Use another copy of it, or add --unverified to restore it all the same.`,
    )
  }
}

interface JudgedFolder {
  readonly folder: BackupFolder
  readonly signature: BackupSignature
  /** Null: there is no backup. */
  readonly manifest: BackupManifest | null
}

/** Checks the files of this user's database, without an engine. */
export function createDataHealth(): DataHealth {
  const environment = takeEnvironment()
  return {
    check: async () => withDatabase(await databasePlace(environment), async (client) => ok(await checkHealth(client))),
  }
}

/** What a damaged database lacks must not get lost in the copy for upgrades, too. */
function withoutCopy({ dataDirectory: directory, databaseUrl, logger }: DatabasePlace): DatabasePlace {
  return { dataDirectory: directory, databaseUrl, logger }
}
