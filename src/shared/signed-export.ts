import { hexToBase64 } from './base64.ts'
import { parseSignedNote } from './signed-head.ts'

/** What of an export is signed (docs/import-format.md#hashes). */
export interface ExportEnd {
  /** Lines up to the one that ends the chains, which is included. */
  readonly lines: number
  /** The hash of that line. */
  readonly head: string
}

/** Who signs an export of a log, for a signed note of C2SP. `log`: the origin of its heads. */
export function exportOrigin(log: string): string {
  return `${log}/export`
}

/** Returns the text that is signed. */
export function exportNoteText(origin: string, { lines, head }: ExportEnd): string {
  return `${origin}\n${lines}\n${hexToBase64(head)}\n`
}

/** Whether a signed note is about an export that ends so; its signature is checked elsewhere. */
export function isNoteOf(note: string, { lines, head }: ExportEnd): boolean {
  const said = parseSignedNote(note)
  return (
    said !== null && said.origin.endsWith(exportOrigin('')) && said.size === lines && said.root === hexToBase64(head)
  )
}

/** What of a backup is signed (docs/backup.md#signed-backups). */
interface BackupMark {
  /** One more with each backup in the folder, beginning with 1. */
  readonly sequence: number
  /** The folder, whatever its path is: all backups that continue each other have the same. */
  readonly folder: string
  /** ISO time. */
  readonly madeAt: string
  /** The SHA-256 of the file with the manifest, hexadecimal. */
  readonly manifest: string
}

/** Who signs the backups of a log, for a signed note of C2SP. `log`: the origin of its heads. */
export function backupOrigin(log: string): string {
  return `${log}/backup`
}

/** Returns the text that is signed. */
export function backupNoteText(origin: string, { sequence, folder, madeAt, manifest }: BackupMark): string {
  return `${origin}\n${sequence}\n${hexToBase64(manifest)}\nfolder ${folder}\nmade at ${madeAt}\n`
}

/** What a signed note about a backup says. */
interface BackupNote extends Omit<BackupMark, 'manifest'> {
  readonly origin: string
  /** Whether it is about the manifest with this SHA-256. */
  isOf(manifest: string): boolean
}

const LINES = /\nfolder ([0-9a-f-]{36})\nmade at (\S+)\n$/

/** Returns what a note says, without judging its signature. Null: it is not a note about a backup. */
export function parseBackupNote(note: string): BackupNote | null {
  const said = parseSignedNote(note)
  const [, folder = '', madeAt = ''] = LINES.exec(said?.text ?? '') ?? []
  if (said === null || folder === '') return null
  const { origin, size: sequence, root } = said
  return { origin, sequence, folder, madeAt, isOf: (manifest) => root === hexToBase64(manifest) }
}
