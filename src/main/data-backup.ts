import { hash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import { DONE, errorMessage, mapOk, ok, refuse, type Result } from '../shared/result.ts'
import { sentence } from '../shared/sentence.ts'
import { type SignedHead, sizeOf } from '../shared/signed-head.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { keychainOff } from './adapters/credentials/keychain-off.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import { createDisclosureReader, disclosureLines, isNoteSigned } from './adapters/proof/disclosure-file.ts'
import { createHeadSigner } from './adapters/proof/head-signer.ts'
import {
  headProblems,
  isHeadOf,
  lastSignedNote,
  machineKey,
  noteProblems,
  readSignedHead,
  signedHeadPath,
  signHeads,
} from './adapters/proof/log-signer.ts'
import { findEncryption, openBackupFolder } from './adapters/backup/backup-folder.ts'
import { createBackupStore } from './adapters/backup/backup-store.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { isInside } from './adapters/is-inside.ts'
import { backupRowReader } from './adapters/storage/backup-rows.ts'
import { createBackupSource, readLogId } from './adapters/storage/backup-source.ts'
import { checkHealth } from './adapters/storage/check-health.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import type { DatabasePlace } from './adapters/storage/locate-database.ts'
import { readDisclosure } from './adapters/storage/read-disclosure.ts'
import { createHeadReader, startSigning } from './adapters/storage/read-heads.ts'
import { createRestoreTarget } from './adapters/storage/restore-target.ts'
import { verifyEvents } from './adapters/storage/verify-events.ts'
import { withDatabase } from './adapters/storage/with-database.ts'
import { readBackupBranch } from './core/backup/backup-branch.ts'
import { checkBackup } from './core/backup/check-backup.ts'
import { makeBackup } from './core/backup/make-backup.ts'
import { verifyBackup } from './core/backup/verify-backup.ts'
import { restoreBackup } from './core/backup/restore-backup.ts'
import { LogExporter } from './core/transfer/log-exporter.ts'
import type { BackupFolder, DataBackup } from './core/ports/backup-ports.ts'
import type { DataHealth } from './core/ports/health-ports.ts'
import type { SecretStore } from './core/ports/config-ports.ts'
import type { HeadReader, LogCheck, LogProof, SignedLogCheck } from './core/ports/verify-ports.ts'
import { stderrLogger, systemClock } from './system-ports.ts'
import { createCopyMaker } from './upgrade-copy.ts'

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
        const head = damaged ? ok(null) : await signNewest(machineSecrets(environment), createHeadReader(client))
        const signed = head.ok ? head.value : null
        return makeBackup(createBackupSource(client), folder.value, { madeAt, signed, partial: damaged })
      })
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
      const manifest = await folder.value.manifest()
      if (!manifest.ok) return manifest
      return withDatabase(
        await place(),
        (client) => restoreBackup(folder.value, createRestoreTarget(client), { damaged }),
        manifest.value === null ? {} : { schema: manifest.value.schema },
      )
    },
    async *branchLines(directory, passphrase, prefix) {
      const folder = await openFolder(directory, passphrase)
      const branch = folder.ok ? await readBackupBranch(folder.value, backupRowReader, prefix) : folder
      if (!branch.ok) {
        yield branch
        return
      }
      const { tree, agentId, ...parts } = branch.value
      yield* new LogExporter(tree, { ...parts, sha256: (text) => hash('sha256', text) }).lines(agentId)
    },
    isEncrypted: (directory) => findEncryption(createBackupStore(resolve(directory))),
  }
}

/** Checks the files of this user's database, without an engine. */
export function createDataHealth(): DataHealth {
  const environment = takeEnvironment()
  return {
    check: async () => withDatabase(await databasePlace(environment), async (client) => ok(await checkHealth(client))),
  }
}

/** Verifies and signs this user's log, without an engine. */
export function createLogProof(): LogProof {
  const environment = takeEnvironment()
  const secrets = machineSecrets(environment)
  return {
    publicKey: () => machineKey(secrets),
    async disclose({ agent, events }) {
      return withDatabase(await databasePlace(environment), async (client) => {
        const head = await signNewest(secrets, createHeadReader(client))
        if (!head.ok) return head
        const read = await readDisclosure(client, { agent, events, heads: head.value.heads, sha256 })
        return read.ok ? disclosureLines(head.value, read.value) : read
      })
    },
    async verifyBackup({ directory, passphrase, signedFile, keyFile }) {
      const folder = await openFolder(directory, passphrase)
      if (!folder.ok) return folder
      const kept = signedFile === null ? DONE : await readSignedHead(signedFile)
      if (!kept.ok) return kept
      const publicKey = keyFile === null ? DONE : await readPublicKey(keyFile)
      if (!publicKey.ok) return publicKey
      const checked = await verifyBackup(folder.value, { sha256, hashBytes, signed: kept.value })
      if (!checked.ok) return checked
      const { signed, ...check } = checked.value
      if (signed === null) return ok({ ...check, signedEvents: null, isSigned: null })
      const own = publicKey.value === null ? await machineKey(secrets) : null
      return ok({
        ...check,
        signedEvents: sizeOf(signed.heads),
        isSigned: isNoteSigned(signed.note, publicKey.value, own),
        signedProblems: [
          ...noteProblems(signed, check.logId),
          ...check.signedProblems.map((problem) => sentence(problem)),
        ],
      })
    },
    openDisclosure: (firstLine, keyFile) =>
      createDisclosureReader(firstLine, {
        given: async () => (keyFile === null ? DONE : readPublicKey(keyFile)),
        own: () => machineKey(secrets),
      }),
    async verify({ agent, sign, signedFile, keyFile }) {
      const path = signedFile ?? signedHeadPath(dataDirectory())
      const publicKey = keyFile === null ? ok(await machineKey(secrets)) : await readPublicKey(keyFile)
      if (!publicKey.ok) return publicKey
      return withDatabase(await databasePlace(environment), async (client) => {
        if (sign !== null) await startSigning(client)
        // In this order, because an engine may sign meanwhile: the head is not older than the note, nor newer than the log.
        const lastNote = signedFile === null ? await lastSignedNote(secrets, await readLogId(client)) : null
        const read = await readSignedHead(path)
        if (!read.ok && signedFile !== null) return read
        if (read.ok && read.value === null && signedFile !== null) return refuse(`There is no file ${path}.`)
        const checked = await verifyEvents(client, agent, read.ok ? read.value?.heads : [])
        if (!checked.ok) return checked
        const check = compareWithSigned(checked.value, { read, publicKey: publicKey.value, lastNote, sign })
        if (sign === null || !canSign(check, sign)) return ok(check)
        const before = sign === 'anew' ? ((read.ok ? read.value?.note : null) ?? lastNote) : null
        return signLog(secrets, path, check, before)
      })
    },
  }
}

type Environment = ReturnType<typeof takeEnvironment>

function machineSecrets(environment: Environment): SecretStore {
  const keychain = environment['IKIGAI_KEYCHAIN'] === 'off' ? keychainOff : createKeychain({ logger: stderrLogger() })
  return createSecretStore({ configDirectory: configDirectory(), keychain })
}

/** Signs the head of the log if that is possible, and returns the last signed one of this log; an error if there is none. */
async function signNewest(secrets: SecretStore, heads: HeadReader): Promise<Result<SignedHead>> {
  const path = signedHeadPath(dataDirectory())
  const signed = await createHeadSigner({ path, secrets, heads }).sign()
  const read = await readSignedHead(path)
  if (!read.ok) return read
  if (read.value !== null && isHeadOf(read.value, await heads.logId())) return ok(read.value)
  return signed.ok ? refuse('There is nothing to sign yet.') : signed
}

function sha256(text: string): string {
  return hash('sha256', text)
}

function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

interface SignedSide {
  /** The signed head, null if there is none, or why it cannot be read. */
  readonly read: Result<SignedHead | null>
  /** PEM; null: there is none. */
  readonly publicKey: string | null
  /** The note that this machine signed last; null: none, or a copy is compared. */
  readonly lastNote: string | null
  readonly sign: 'next' | 'anew' | null
}

/** Adds what is wrong with the signed head, and with the log compared with it. */
function compareWithSigned(checked: LogCheck, { read, publicKey, lastNote, sign }: SignedSide): SignedLogCheck {
  const head = read.ok ? read.value : null
  const subject = { head, publicKey, logId: checked.logId, lastNote, isSigning: sign === 'next' }
  return {
    ...checked,
    signedProblems: [
      ...(read.ok ? headProblems(subject) : [read.error.message]),
      ...checked.signedProblems.map((problem) => sentence(problem)),
    ],
    signedEvents: head === null ? null : sizeOf(head.heads),
    isSignatureChecked: head !== null && publicKey !== null,
    signedTo: null,
  }
}

/** A log that is not as it was recorded is never signed, one that does not continue the last head only if asked for. */
function canSign({ faults, changedFiles, signedProblems }: SignedLogCheck, sign: 'next' | 'anew'): boolean {
  return faults.length === 0 && changedFiles.length === 0 && (sign === 'anew' || signedProblems.length === 0)
}

async function signLog(
  secrets: SecretStore,
  path: string,
  check: SignedLogCheck,
  before: string | null,
): Promise<Result<SignedLogCheck>> {
  const { logId, heads } = check
  if (logId === null) return ok(check)
  const signed = await signHeads(secrets, { path, logId }, heads, before)
  const covered = { signedProblems: [], signedEvents: sizeOf(heads), isSignatureChecked: true, signedTo: path }
  return mapOk(signed, () => ({ ...check, ...covered }))
}

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

async function databasePlace(environment: Environment): Promise<DatabasePlace> {
  const { config } = await openConfig(configDirectory(), environment)
  const { databaseUrl } = config
  const url = databaseUrl === null ? null : withDatabasePassword(databaseUrl, environment['PGPASSWORD'])
  const directory = dataDirectory()
  const copyMaker = createCopyMaker(directory, packageJson.version)
  return { dataDirectory: directory, databaseUrl: url, logger: stderrLogger(), copyMaker }
}

/** What a damaged database lacks must not get lost in the copy for upgrades, too. */
function withoutCopy({ dataDirectory: directory, databaseUrl, logger }: DatabasePlace): DatabasePlace {
  return { dataDirectory: directory, databaseUrl, logger }
}

async function openFolder(directory: string, passphrase: string | null): Promise<Result<BackupFolder>> {
  const path = await realpath(resolve(directory)).catch(() => resolve(directory))
  if (isInside(dataDirectory(), path)) {
    return refuse('This folder is inside the data directory, and would be lost with it. Choose another one.')
  }
  return openBackupFolder(createBackupStore(path), passphrase)
}
