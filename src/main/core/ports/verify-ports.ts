import type { DisclosureCheck } from '../../../shared/disclosure-verifier.ts'
import type { IdRanges } from '../../../shared/id-ranges.ts'
import type { Result } from '../../../shared/result.ts'
import type { EventCheck } from '../../../shared/event-verifier.ts'
import type { ExportEnd } from '../../../shared/signed-export.ts'
import type { AgentHead, SignedHead } from '../../../shared/signed-head.ts'
import type { BackupDamage } from './backup-ports.ts'
import type { BackupSignature } from './backup-signature-ports.ts'

/** The events of a database, or of one agent and those above it, compared with their hashes. */
export interface LogCheck extends EventCheck {
  /** Hashes of events up to this one were made when the database was updated. Null: there were none before. */
  readonly hashesSince: number | null
  /** SHA-256 of attached files whose bytes have another one. Not looked for if only one agent is verified. */
  readonly changedFiles: readonly string[]
  /** The id of the log. Null: it was never signed, nor backed up. */
  readonly logId: string | null
  /** What is not as in the signed head, in words. */
  readonly signedProblems: readonly string[]
}

/** How a log is verified. */
interface VerifyWishes {
  /** The begin of an agent's id; null: all agents. */
  readonly agent: string | null
  /** `anew`: also if the last signed head is not continued. Null: nothing is signed. */
  readonly sign: 'next' | 'anew' | null
  /** A signed head that was kept elsewhere; null: that of the data directory. */
  readonly signedFile: string | null
  /** A public key as PEM; null: that of this machine. */
  readonly keyFile: string | null
}

/** A log that was compared with its hashes and with the last signed head. */
export interface SignedLogCheck extends LogCheck {
  /** Events that the signed head covers; null: nothing was signed yet. */
  readonly signedEvents: number | null
  /** Whether the signature was compared with a key. */
  readonly isSignatureChecked: boolean
  /** The file with the head that was signed now; null: nothing was signed. */
  readonly signedTo: string | null
}

/** A backup that was verified without restoring it. */
export interface BackupCheck {
  readonly logId: string
  readonly madeAt: string
  readonly damages: readonly BackupDamage[]
  /** Its events compared with their hashes; null: files are damaged. */
  readonly events: EventCheck | null
  /** SHA-256 of attached files whose bytes have another one. */
  readonly changedFiles: readonly string[]
  /** What it was compared with; null: there is no signed head. */
  readonly signed: SignedHead | null
  /** What is not as in the signed head, in words. */
  readonly signedProblems: readonly string[]
}

interface BackupWishes extends Pick<VerifyWishes, 'signedFile' | 'keyFile'> {
  readonly directory: string
  /** Null: it is not encrypted. */
  readonly passphrase: string | null
}

/** A backup with its signed head. */
export interface SignedBackupCheck extends Omit<BackupCheck, 'signed'>, Pick<SignedLogCheck, 'signedEvents'> {
  /** Whether the signature of the head is of the key. Null: it was not compared, because there is no key that it could be of. */
  readonly isSigned: boolean | null
  /** That of the backup as a whole. */
  readonly signature: BackupSignature
}

interface DiscloseWishes {
  /** The begin of the agent's id. */
  readonly agent: string
  /** The ids of the events, as `joinRanges` returns them. */
  readonly events: IdRanges
}

export interface Disclosed {
  readonly lines: readonly string[]
  /** Chosen events that are left out: an older version redacted them, and kept no hashes of what they had. */
  readonly redacted: number
}

/** Reads a file with disclosed events. */
export interface DisclosureReader {
  read(line: string): void
  result(): Promise<Result<SignedDisclosureCheck>>
}

export interface SignedDisclosureCheck extends DisclosureCheck {
  /** Whether the signature is of the key. Null: it was not compared, because there is no key that it could be of. */
  readonly isSigned: boolean | null
}

/** Verifies and signs the log of this user, without an engine. */
export interface LogProof {
  verify(wishes: VerifyWishes): Promise<Result<SignedLogCheck>>
  /** Verifies a backup without restoring it and without the database. */
  verifyBackup(wishes: BackupWishes): Promise<Result<SignedBackupCheck>>
  /** Returns the lines of a file with some events of an agent's conversation and the proofs for them. */
  disclose(wishes: DiscloseWishes): Promise<Result<Disclosed>>
  /** Verifies such a file; null: the line is not the first one of such a file. `keyFile`: as in `verify`. */
  openDisclosure(firstLine: string, keyFile: string | null): DisclosureReader | null
  /**
   * Whether a signed note is of the key; null: there is no key that it could be of. `keyFile`: as in `verify`.
   */
  checkNote(note: string, keyFile: string | null): Promise<Result<boolean | null>>
  /** The public key of this machine as PEM; null: there is none yet. */
  publicKey(): Promise<string | null>
}

/** Returns a signed note about an export. */
export type SignExport = (end: ExportEnd) => string

/** Signs exports of the log of an engine. */
export interface ExportSigner {
  /** Reads the key, and makes one if there is none. An error says why nothing can be signed. */
  begin(): Promise<Result<SignExport>>
}

/** Where the chains of the log end, by the hashes that are stored; the events are not read. */
export interface ReadHeads {
  /** Sorted by agent. */
  readonly heads: readonly AgentHead[]
  /** What is not as in the heads that were signed before, in words. */
  readonly problems: readonly string[]
}

/** Reads the heads of a log for signing. */
export interface HeadReader {
  /** Returns the id of the log, and makes one if there is none. */
  logId(): Promise<string>
  /**
   * Makes the hashes of what was recorded, and calls `use` while no other engine signs. `read` compares the log with heads
   * that were signed before. Null: another one is signing now.
   */
  whileSigning<T>(
    use: (read: (signed: readonly AgentHead[]) => Promise<ReadHeads>) => Promise<Result<T>>,
  ): Promise<Result<T | null>>
}

/** Signs the head of the log of an engine. */
export interface HeadSigner {
  /**
   * Signs what was recorded since the last signed head, and returns when the last one was signed, ms since the epoch; null:
   * there is nothing to sign yet. An error says why nothing is signed. `retryable` is false where asking the keychain
   * again could open a dialog again.
   */
  sign(): Promise<Result<number | null>>
}
