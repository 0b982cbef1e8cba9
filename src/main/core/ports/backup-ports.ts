import type { BackupFile, BackupManifest, BackupTable, IdRange } from '../../../shared/backup-manifest.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { FileFacts } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxLevel } from '../../../shared/sandbox.ts'
import type { Withheld } from '../../../shared/withheld.ts'
import type { BackupSeal, BackupSignature } from './backup-signature-ports.ts'
import type { StoredMail } from './transfer-ports.ts'

/** Rows of one table in PostgreSQL's text format of COPY, which keeps every value byte by byte. */
export interface BackupRows {
  readonly table: BackupTable
  readonly columns: readonly string[]
  /** Of `blobs`: one row, followed by the bytes of the file. */
  readonly body: Uint8Array
}

/** Some rows of a table; `rows` is their number. */
export interface CountedRows extends BackupRows {
  readonly rows: number
}

/** Tables with a row of an event, which is written once. */
export type EventTable = Extract<BackupTable, 'messages' | 'event_hashes'>

export interface EventRows extends CountedRows {
  readonly ranges: readonly IdRange[]
}

/** The events that a redaction replaced. `redaction`: the id of its event. */
export interface Tombstones {
  readonly redaction: number
  readonly ranges: readonly IdRange[]
}

/** The database at one moment. Its methods reject when the database fails. */
export interface BackupSnapshot {
  readonly logId: string
  /** The newest migration of the database, ms since the epoch. */
  readonly schema: number
  /** The ids in a table of rows of events. */
  eventIds(table: EventTable): Promise<readonly IdRange[]>
  blobHashes(): Promise<readonly string[]>
  /** The tombstones of the log, by the event that records their redaction. */
  tombstones(): Promise<readonly Tombstones[]>
  /** The hash of an event's content; null: there is no such event. */
  eventHash(id: number): Promise<string | null>
  events(table: EventTable, ranges: readonly IdRange[]): AsyncIterable<EventRows>
  table(table: BackupTable): AsyncIterable<CountedRows>
  blob(sha256: string): Promise<BackupRows>
}

export interface BackupSource {
  /** Reads one snapshot; writing goes on meanwhile. REFUSED while another backup of this log is being made. */
  read<T>(use: (snapshot: BackupSnapshot) => Promise<Result<T>>): Promise<Result<T>>
}

/** The folder of a backup. */
export interface BackupFolder {
  /** Null: there is no backup. An error says what is wrong with the manifest, or with the passphrase. */
  manifest(): Promise<Result<BackupManifest | null>>
  /** The signature of that manifest; null: there is no backup. */
  seal(): Promise<Result<BackupSeal | null>>
  /** Writes a file; it is on the disk when this resolves. */
  write(rows: BackupRows): Promise<Result<BackupFile>>
  /** Reads and checks a file; an error says what is wrong with it. */
  read(file: BackupFile): Promise<Result<BackupRows>>
  /**
   * Replaces the manifest atomically; from then on the new backup is valid. `sign`: returns the signed note about the manifest with
   * this SHA-256, which is in place before it.
   */
  replaceManifest(manifest: BackupManifest, sign?: (manifest: string) => string): Promise<Result<null>>
  /** Removes all files of backups except these, and the signatures of other manifests. */
  removeOthers(kept: ReadonlySet<string>): Promise<Result<null>>
}

/** Writes into the database that is restored; all of it in one transaction. Its methods reject to undo everything. */
export interface RestoreWriter {
  rows(rows: BackupRows): Promise<void>
  blob(rows: BackupRows): Promise<void>
}

/** What a backup that is not verified does not bring. */
interface RestoreLimits {
  /** The sandbox level of agents without a profile on this machine. */
  readonly sandbox: SandboxLevel
  /** Whether a setting is restored. */
  readonly isKept: (key: string) => boolean
}

export interface RestoreTarget {
  /** When each migration of this version was written, ms since the epoch, oldest first. */
  readonly schemas: readonly number[]
  /**
   * Writes everything or nothing, and returns the rights that were left out. `limits`: null: none, because the backup is
   * verified. REFUSED if the database is not empty, or an engine uses it.
   */
  write(
    use: (writer: RestoreWriter) => Promise<Result<null>>,
    limits: RestoreLimits | null,
  ): Promise<Result<readonly Withheld[]>>
}

/** A file of a backup that cannot be used. */
export interface BackupDamage {
  readonly file: string
  readonly problem: string
  /** What is lost with the file. */
  readonly holds: string
}

/** Reads rows of a backup as an engine reads those of its database. */
export interface BackupRowReader {
  agents(rows: BackupRows): readonly AgentRecord[]
  /** Of the agents that are wanted. */
  events(rows: BackupRows, isWanted: (agentId: AgentId) => boolean): Result<readonly AgentEvent[]>
  mail(rows: BackupRows): readonly StoredMail[]
  /** An attached file with its bytes. */
  file(rows: BackupRows): { readonly facts: FileFacts; readonly bytes: Uint8Array }
}

export interface BackupReport {
  readonly events: number
  readonly blobs: number
  /** What this run wrote; the rest was there already. */
  readonly newEvents: number
  readonly newBlobs: number
  /** Bytes of all files of the backup, and of those that this run wrote. */
  readonly bytes: number
  readonly newBytes: number
  /** Damaged files of an earlier run, whose content was written again. */
  readonly replaced: readonly BackupDamage[]
  /** Events that the log has and that could not be read. */
  readonly lostEvents: number
  /** Why nothing of the previous backup was kept, in a sentence; null: it was, or there was none. */
  readonly replacedProblem: string | null
  /** Why it is not signed, in a sentence; null: it is. */
  readonly unsigned: string | null
}

export interface BackupContent {
  readonly madeAt: string
  readonly events: number
  readonly blobs: number
  readonly agents: number
  readonly damages: readonly BackupDamage[]
}

/** What a scheduled backup that was made tells the user. */
export type BackupWarnings = Pick<BackupReport, 'replacedProblem' | 'unsigned'>

/** Makes the scheduled backups of an engine, outside of the engine's thread. */
export interface BackupRunner {
  /** Where they go, absolute; null: nowhere. */
  folder(): string | null
  /** When the last complete backup in a folder was made, ms since the epoch; null: there is none. */
  lastMadeAt(folder: string): Promise<Result<number | null>>
  /** An abort ends it; the previous backup stays valid. */
  make(folder: string, signal: AbortSignal): Promise<Result<BackupWarnings>>
}

/** How a backup is read. */
interface ReadWishes {
  /** Null: it is not encrypted. */
  readonly passphrase: string | null
  /** The file with the public key of its signature, as PEM; null: the key of this machine. */
  readonly keyFile: string | null
}

export interface RestoreWishes extends ReadWishes {
  /** Also a backup whose signature says that it was replaced. */
  readonly unverified: boolean
}

/** A backup that was read, with its signature. */
interface ReadBackup extends BackupContent {
  readonly signature: BackupSignature
}

/** A backup that was restored. */
interface RestoredBackup extends ReadBackup {
  /** Rights and settings that it did not bring, because it is not verified. */
  readonly withheld: readonly Withheld[]
}

/** Backup and restore of all data, as the command line uses them. A null passphrase: the backup is not encrypted. */
/** A part of a backup, with the signature of the backup. */
interface ReadBranch {
  /** As of an export; they end after the first error. */
  readonly lines: AsyncIterable<Result<string>>
  readonly signature: BackupSignature
}

export interface DataBackup {
  /** The passphrase of IKIGAI_BACKUP_PASSPHRASE. */
  readonly environmentPassphrase: string | null
  /** `damaged`: what damaged pages of the database hold is left out, and counted. */
  backUp(directory: string, passphrase: string | null, damaged: boolean): Promise<Result<BackupReport>>
  /** When the last complete backup in the folder was made, ms since the epoch; null: there is none. */
  lastMadeAt(directory: string, passphrase: string | null): Promise<Result<number | null>>
  /** Reads all of a backup; changes nothing. */
  check(directory: string, wishes: ReadWishes): Promise<Result<ReadBackup>>
  /**
   * Restores into the empty database of this data directory. Of a damaged backup only if `damaged`: what is left, and
   * the result names what is lost. REFUSED if its signature says that it was replaced, unless `unverified`.
   */
  restore(directory: string, wishes: RestoreWishes & { readonly damaged: boolean }): Promise<Result<RestoredBackup>>
  /** Finds an agent by a unique prefix of its id, with those above and below it. REFUSED as `restore` is. */
  branch(directory: string, prefix: string, wishes: RestoreWishes): Promise<Result<ReadBranch>>
  /** Whether the backup in the folder is encrypted; null: there is none. */
  isEncrypted(directory: string): Promise<Result<boolean | null>>
}

/** The setting that says until which event the log came with a backup that is not verified. */
export const RESTORED_UNTIL = 'restored_until_event'
