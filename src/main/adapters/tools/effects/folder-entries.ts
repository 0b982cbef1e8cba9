import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

import type { EffectKind } from '../../../../shared/command-effects.ts'
import { type FileStamp, isSameStamp, stampIn } from '../../file-stamp.ts'

type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** What the system says of a file, a link or a folder. */
export interface FolderEntry {
  readonly kind: EntryKind
  /** The permissions, with the bits for another user or group. */
  readonly mode: number
  readonly stamp: FileStamp
}

/**
 * Everything in a folder, by its path in it. A name is bytes, so each of its characters is one byte (Latin-1). Without
 * `.git` at the top, which a command inside the sandbox cannot change.
 */
export type FolderEntries = ReadonlyMap<string, FolderEntry>

/** How many entries are looked at before others have their turn. */
const STEP = 500

/** Looks at everything in a folder. Links are not followed. Rejects if a folder cannot be read, or on an abort. */
export async function folderEntries(folder: string, signal: AbortSignal): Promise<FolderEntries> {
  const entries = new Map<string, FolderEntry>()
  const folders = ['']
  for (const above of folders) {
    for (const name of readdirSync(entryPath(folder, above), { encoding: 'buffer' })) {
      const path = above === '' ? name.toString('latin1') : `${above}/${name.toString('latin1')}`
      if (path === '.git') continue
      const found = lstatSync(entryPath(folder, path), { bigint: true })
      const entry = { kind: kindOf(found), mode: Number(found.mode & 0o7777n), stamp: stampIn(found) }
      entries.set(path, entry)
      if (entry.kind === 'folder') folders.push(path)
      if (entries.size % STEP !== 0) continue
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return entries
}

/** The path of an entry as the system takes it. */
export function entryPath(folder: string, path: string): Buffer {
  return path === '' ? Buffer.from(folder) : Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')])
}

function kindOf(found: BigIntStats): EntryKind {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  return found.isSymbolicLink() ? 'link' : 'other'
}

/** Whether nothing in a folder was changed between two looks. */
export function isUnchanged(before: FolderEntries, after: FolderEntries): boolean {
  if (before.size !== after.size) return false
  for (const [path, entry] of before) {
    const now = after.get(path)
    if (now?.kind !== entry.kind || now.mode !== entry.mode) return false
    if (entry.kind !== 'folder' && !isSameStamp(entry.stamp, now.stamp)) return false
  }
  return true
}

/** One difference between two looks at a folder. */
export interface CopyDifference {
  /** As in `FolderEntries`. */
  readonly path: string
  readonly kind: EffectKind
  /** Null: there was nothing. */
  readonly before: FolderEntry | null
  /** Null: there is nothing any more. */
  readonly after: FolderEntry | null
}

/**
 * Compares two looks at a folder, in the order of the paths. A file counts as changed if its stamp differs, whatever its
 * content is now. A folder counts as changed only if its permissions were.
 */
export function differencesOf(before: FolderEntries, after: FolderEntries): readonly CopyDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return paths.flatMap((path) => {
    const [old, now] = [before.get(path) ?? null, after.get(path) ?? null]
    const kind = differenceOf(old, now)
    return kind === null ? [] : [{ path, kind, before: old, after: now }]
  })
}

function differenceOf(before: FolderEntry | null, after: FolderEntry | null): EffectKind | null {
  if (after === null) return before === null || before.kind === 'other' ? null : 'deleted'
  if (after.kind === 'other') return before?.kind === 'other' ? null : 'other'
  if (before === null) return 'new'
  if (before.kind !== after.kind) return 'changed'
  if (after.kind !== 'folder' && !isSameStamp(before.stamp, after.stamp)) return 'changed'
  return before.mode === after.mode ? null : 'mode'
}
