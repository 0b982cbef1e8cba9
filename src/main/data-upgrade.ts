import { errorMessage, mapOk, ok, refuse, type Result } from '../shared/result.ts'
import type { SandboxLevel } from '../shared/sandbox.ts'
import type { Withheld } from '../shared/withheld.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { createBackupSource, setLogId } from './adapters/storage/backup-source.ts'
import { installedPrograms } from './adapters/storage/embedded/installed-programs.ts'
import { findOlderCluster, type OlderCluster } from './adapters/storage/embedded/upgrade-cluster.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { knownMigrations } from './adapters/storage/migrate-database.ts'
import { createRestoreTarget } from './adapters/storage/restore-target.ts'
import { verifyEvents } from './adapters/storage/verify-events.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { checkBackup } from './core/backup/check-backup.ts'
import { rangesOf } from './core/backup/plan-backup.ts'
import { planUpgrade, upgradedText } from './core/backup/plan-upgrade.ts'
import { restoreBackup, schemaProblem } from './core/backup/restore-backup.ts'
import type { BackupContent, BackupFolder } from './core/ports/backup-ports.ts'
import { isVerified } from './core/ports/backup-signature-ports.ts'
import type { CopyFacts, DataUpgrade, UpgradeWishes } from './core/ports/upgrade-ports.ts'
import { judgeFolder, machineSecrets } from './data-place.ts'
import { stderrLogger, systemClock } from './system-ports.ts'
import { copyFolder, copySigner, createCopyMaker, fileTime, openCopy } from './upgrade-copy.ts'
import packageJson from '../../package.json' with { type: 'json' }

const OWN_DATABASE =
  'The database is one of your own (database_url). Upgrade it with the tools of its PostgreSQL; ikigai changes nothing there.'

/** Moves this user's database to the PostgreSQL of this ikigai. A composition root, as create-engine.ts is. */
export function createDataUpgrade(): DataUpgrade {
  const environment = takeEnvironment()
  const directory = dataDirectory()
  const logger = stderrLogger()
  const secrets = machineSecrets(environment)
  const judge = async (folder: BackupFolder): Promise<boolean> => {
    const judged = await judgeFolder(folder, copySigner(directory, secrets), null)
    return judged.ok && isVerified(judged.value)
  }
  return {
    async isNeeded() {
      const { config } = await openConfig(configDirectory(), environment)
      const cluster = config.databaseUrl === null ? await findOlderCluster(directory, logger).catch(() => null) : null
      return cluster !== null && cluster.found !== null && cluster.found < cluster.own
    },
    hasWholeCopy: () => hasWholeCopy(environment, directory),
    async plan(wishes) {
      const { config } = await openConfig(configDirectory(), environment)
      if (config.databaseUrl !== null) return refuse(OWN_DATABASE)
      try {
        const cluster = await findOlderCluster(directory, logger)
        return planUpgrade(await factsOf(cluster, wishes), {
          olderCopy: wishes.olderCopy,
          time: fileTime(systemClock.now()),
        })
      } catch (error) {
        return refuse(errorMessage(error))
      }
    },
    async run(plan, wishes) {
      try {
        const cluster = await findOlderCluster(directory, logger)
        const completed = plan.source === 'copy' ? ok(null) : await completeCopy(cluster, wishes)
        if (!completed.ok) return completed
        const filled = await fillNew(cluster)
        if (!filled.ok) return filled
        await cluster.putInPlace(plan.kept)
        const { agents, events, blobs, withheld } = filled.value
        const done = { agents, events, blobs, own: cluster.own, kept: plan.kept, withheld }
        return ok({ ...done, text: upgradedText(done) })
      } catch (error) {
        return refuse(errorMessage(error))
      }
    },
  }

  async function factsOf(cluster: OlderCluster, { programs }: UpgradeWishes) {
    const { home, found, own, cleanEnd } = cluster
    const folder = copyFolder(directory)
    const isOlder = found !== null && found < own
    return {
      home,
      found,
      own,
      cleanEnd,
      copyFolder: folder,
      copy: isOlder ? await copyFacts(folder, judge) : null,
      programs: isOlder ? (installedPrograms(found, programs)?.folder ?? null) : null,
    }
  }

  /** Starts the older server once, and reads it into the copy. */
  async function completeCopy({ found }: OlderCluster, { programs }: UpgradeWishes): Promise<Result<null>> {
    const binaries = found === null ? null : installedPrograms(found, programs)
    if (binaries === null)
      return refuse('The programs of the older PostgreSQL are not there any more. Nothing was changed.')
    const place: DatabasePlace = { dataDirectory: directory, databaseUrl: null, logger, programs: binaries }
    const { complete } = createCopyMaker(directory, packageJson.version, secrets)
    const made = await withDatabase(place, (client) => complete(createBackupSource(client), { checked: true }))
    return mapOk(made, () => null)
  }

  async function fillNew(cluster: OlderCluster): Promise<Result<FilledContent>> {
    const folder = await openCopy(copyFolder(directory))
    if (!folder.ok) return folder
    cluster.prepare()
    const place: DatabasePlace = { dataDirectory: cluster.place, databaseUrl: null, logger }
    const { config } = await openConfig(configDirectory(), environment)
    const limits = { verified: await judge(folder.value), sandbox: config.sandbox }
    const restored = await restoreCopy(folder.value, place, limits)
    return restored.ok ? compareCopy(folder.value, place, restored.value) : restored
  }
}

async function hasWholeCopy(environment: ReturnType<typeof takeEnvironment>, directory: string): Promise<boolean> {
  const { config } = await openConfig(configDirectory(), environment)
  if (config.databaseUrl !== null) return true
  const cluster = await findOlderCluster(directory, stderrLogger()).catch(() => null)
  return cluster !== null && (cluster.found === null || cluster.cleanEnd !== null)
}

/** What was restored, and what was left out of a copy that is not proven. */
type FilledContent = BackupContent & { readonly withheld: readonly Withheld[] }

/** What the copy holds; null: there is none. A text: why it cannot be used. */
async function copyFacts(
  path: string,
  judge: (folder: BackupFolder) => Promise<boolean>,
): Promise<CopyFacts | string | null> {
  const folder = await openCopy(path)
  if (!folder.ok) return folder.error.message
  const manifest = await folder.value.manifest()
  if (manifest.ok && manifest.value === null) return null
  const checked = await checkBackup(folder.value)
  if (!checked.ok) return checked.error.message
  const { madeAt, agents, events, damages } = checked.value.content
  const isReadable = schemaProblem(checked.value.manifest, knownMigrations()) === null
  const isProven = await judge(folder.value)
  return { madeAt, agents, events, damages: damages.length, isReadable, isProven }
}

/** Unlike another restored log, this one goes on as the same: with its id. */
async function restoreCopy(
  folder: BackupFolder,
  place: DatabasePlace,
  limits: { readonly verified: boolean; readonly sandbox: SandboxLevel },
): Promise<Result<FilledContent>> {
  const manifest = await folder.manifest()
  if (!manifest.ok) return manifest
  if (manifest.value === null) return refuse('The copy for upgrades is gone. Nothing was changed.')
  const { schema, logId } = manifest.value
  return withDatabase(
    place,
    async (client) => {
      const restored = await restoreBackup(folder, createRestoreTarget(client), {
        damaged: false,
        ...limits,
      })
      if (restored.ok) await setLogId(client, logId)
      return restored
    },
    { schema },
  )
}

/** Compares the new database with the copy, event by event, and verifies the hashes. */
async function compareCopy(
  folder: BackupFolder,
  place: DatabasePlace,
  content: FilledContent,
): Promise<Result<FilledContent>> {
  const manifest = await folder.manifest()
  if (!manifest.ok) return manifest
  const wanted = JSON.stringify(rangesOf(manifest.value?.events ?? []))
  return withDatabase(place, async (client) => {
    const found = await createBackupSource(client).read(async (snapshot) => ok(await snapshot.eventIds('messages')))
    if (!found.ok) return found
    if (JSON.stringify(found.value) !== wanted) return refuse(`${NOT_THE_SAME} Its events are not those of the copy.`)
    const verified = await verifyEvents(client, null)
    if (!verified.ok) return verified
    const { faults, changedFiles } = verified.value
    const wrong = faults.length + changedFiles.length
    return wrong === 0 ? ok(content) : refuse(`${NOT_THE_SAME} \`verify\` finds ${wrong} faults in it.`)
  })
}

const NOT_THE_SAME = 'The new database does not equal the copy, and was not put in place. The present one is unchanged.'
