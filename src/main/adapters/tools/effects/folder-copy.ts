import { chmod, chown, lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

import { errorMessage, ok, refuse, type Result } from '../../../../shared/result.ts'
import { makeFolder } from '../../../make-folder.ts'
import { inRealFolder, LinkedFolder } from '../../real-folder.ts'
import { runs } from '../../running-process.ts'
import { copyTree, sharesBlocks } from '../../copy-tree.ts'
import { entryPath, type FolderEntries, folderEntries, isUnchanged } from './folder-entries.ts'

/** A copy of a folder, in which a command runs as if it were that folder. */
export interface FolderCopy {
  readonly folder: string
  /** Its path outside the sandbox. */
  readonly path: string
  /** What was in the folder when it was copied. */
  readonly original: FolderEntries
  /** What was in the copy before the command ran. */
  readonly copied: FolderEntries
  remove(): Promise<void>
}

/** Most bytes that are copied where the file system cannot share them between files. */
const MAX_COPIED = 4 * 1024 ** 3

/** Longest time that a copy may take, ms. */
const COPY_MS = 120_000

/** More entries at the top would be too long for one command line. */
const MAX_AT_TOP = 2_000

/** How often a folder is copied that others change at the same time. */
const MAX_TRIES = 3

const BUSY = 'Files in the folder were changed while it was copied. Try again when nothing else writes there.'

/**
 * Copies a folder without its `.git`, which a command inside the sandbox only reads and sees as it is. `root`: the folder in
 * which copies are made; nobody else can read it. REFUSED with the reason if it cannot be copied.
 */
export async function makeFolderCopy(folder: string, root: string, signal: AbortSignal): Promise<Result<FolderCopy>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(COPY_MS)])
  let place: string | null = null
  const remove = async (): Promise<void> => (place === null ? undefined : removeCopy(place))
  try {
    // Agents of a folder above it can put another one, or a link, in its place.
    const copied = await inRealFolder(folder, async (held) => {
      place = await makePlace(held, root)
      return copyTo(place, held, limited)
    })
    if (copied.ok) return ok({ folder, ...copied.value, remove })
    await remove()
    return copied
  } catch (error) {
    await remove()
    if (error instanceof LinkedFolder) return refuse(`${folder} was moved, or a link is in its place or above it.`)
    const isLate = limited.aborted && !signal.aborted
    return refuse(isLate ? `Copying the folder took longer than ${COPY_MS / 1_000} seconds.` : errorMessage(error))
  }
}

/** Copies a folder, again if it is changed meanwhile. `held`: leads to the folder, whatever lies at its path. */
async function copyTo(
  place: string,
  held: string,
  signal: AbortSignal,
): Promise<Result<Pick<FolderCopy, 'path' | 'original' | 'copied'>>> {
  const path = join(place, 'folder')
  const shares = await sharesBlocks(held, place)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const original = await folderEntries(held, signal)
    if (!shares && bytesIn(original) > MAX_COPIED)
      return refuse(`The folder is larger than ${MAX_COPIED / 1024 ** 3} GiB, and the file system cannot share it.`)
    const problem = await copyInto(held, path, signal)
    if (problem === null && isUnchanged(original, await folderEntries(held, signal)))
      return ok({ path, original, copied: await folderEntries(path, signal) })
    if (problem !== null && tries === MAX_TRIES - 1) throw new Error(problem)
    await removeCopy(path)
  }
  return refuse(BUSY)
}

/** The sizes of all files together. */
function bytesIn(entries: FolderEntries): bigint {
  return [...entries.values()].reduce((sum, { kind, stamp }) => (kind === 'file' ? sum + stamp.size : sum), 0n)
}

/**
 * Makes a folder for the copy. Where commands run as another user than this process, it is one that this user can enter.
 * The name has the id of this process, by which `removeOldCopies` knows that the copy is in use.
 */
async function makePlace(held: string, root: string): Promise<string> {
  const { uid, gid } = await stat(held)
  const isForeign = process.getuid?.() === 0 && uid !== 0
  const parent = isForeign ? tmpdir() : root
  if (!isForeign) makeFolder(root, { mode: 0o700 })
  const place = join(parent, `${PREFIX}${process.pid}-${randomUUID()}`)
  await mkdir(place, { mode: 0o700 })
  if (isForeign) await chown(place, uid, gid)
  return realpath(place)
}

const PREFIX = 'ikigai-copy-'

/** The program that copies works in the folder itself, so that its paths lead there too. */
async function copyInto(held: string, path: string, signal: AbortSignal): Promise<string | null> {
  const { mode, uid, gid } = await stat(held)
  const entries = await readdir(held, { encoding: 'buffer' })
  const names = entries.map((name) => name.toString('latin1')).filter((name) => name !== '.git')
  const texts = names.map((name) => entryPath('.', name).toString())
  const areTexts = texts.every((text, index) => Buffer.from(text).equals(entryPath('.', names[index] ?? '')))
  // An argument is a text, and there is a limit to them all.
  const isWhole = !areTexts || names.length > MAX_AT_TOP
  if (isWhole) {
    const problem = await copyTree(['.'], path, signal, held)
    if (problem !== null) return problem
    await removeCopy(join(path, '.git'))
  } else {
    await mkdir(path)
    const problem = names.length === 0 ? null : await copyTree(texts, path, signal, held)
    if (problem !== null) return problem
  }
  // What is protected there is mounted on it.
  const git = await lstat(join(held, '.git')).catch(() => null)
  if (git?.isDirectory() === true) await mkdir(join(path, '.git'))
  if (process.getuid?.() === 0) await chown(path, uid, gid)
  await chmod(path, mode & 0o7777)
  return null
}

/** Removes a copy, also where a command took away the right to change its folders. Never fails. */
async function removeCopy(path: string): Promise<void> {
  const isGone = await rm(path, { recursive: true, force: true }).then(
    () => true,
    () => false,
  )
  if (isGone) return
  await openFolders(path).catch(() => undefined)
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}

async function openFolders(path: string): Promise<void> {
  await chmod(path, 0o700)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openFolders(join(path, entry.name))
  }
}

/** Returns the folder of a data directory in which copies are made, and removes from it what killed processes left. */
export function folderForCopies(dataDirectory: string): string {
  const root = join(dataDirectory, 'folder-copies')
  void removeOldCopies(root)
  return root
}

/** Removes the copies of processes that were killed. Never fails. `root`: as in `makeFolderCopy`. */
export async function removeOldCopies(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !runs(pid)) await removeCopy(join(root, name))
  }
}
