import { type BigIntStats, constants, lstatSync, readlinkSync } from 'node:fs'
import { copyFile, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { makeFolder } from '../../make-folder.ts'
import { heldPath } from '../real-folder.ts'
import { hasRealFolders } from './safe-path.ts'

/** Two directories with the same relative paths. Programs of agents may change the first one at any moment. */
export interface CopyRoots {
  /** Its symlinks are resolved. */
  readonly top: string
  readonly worktree: string
  /**
   * Whether commands inside the sandbox cannot read a file, by its absolute path. One that is hidden because it was hidden
   * once, and not by its name, would be shown as a copy.
   */
  readonly isHidden: (path: string) => boolean
}

const LINKED = 'A folder above it is a link, or it was replaced meanwhile.'
const SHOWN = 'Commands cannot read it, and could read a copy under this name.'
const CHANGED = 'It was changed while it was copied.'

/** Copies a regular file. Returns why not; null: it was copied. No link is followed, not even one that is put there meanwhile. */
export async function copyFileInto(path: string, { top, worktree, isHidden }: CopyRoots): Promise<string | null> {
  const [from, to] = [join(top, path), join(worktree, path)]
  const file = await open(from, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const found = await file.stat({ bigint: true })
    if (!found.isFile() || !(await isAt(found, from)) || !(await hasRealFolders(worktree, path))) return LINKED
    if (isHidden(from) && !isHidden(to)) return SHOWN
    makeFolder(dirname(to))
    await copyFile(heldPath(file, from), to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    return null
  } finally {
    await file.close()
  }
}

/**
 * Compares a copied folder with the one that it was made of, and removes from it what must not be in it: devices, pipes,
 * sockets, and what is hidden from commands under another name than its own. Returns why the copy cannot be used, above all
 * because a folder became a link to another one while it was copied; null: it can.
 */
export async function compareCopy(path: string, roots: CopyRoots, signal: AbortSignal): Promise<string | null> {
  const { top, worktree } = roots
  const from = join(top, path)
  if (!(await hasRealFolders(worktree, path))) return LINKED
  const found = lstatSync(from, { bigint: true })
  if (!(await isAt(found, from))) return LINKED
  const same = await isSame({ from, to: join(worktree, path), shown: from }, roots, signal)
  return same ? null : CHANGED
}

interface Pair {
  /** By which the original is reached, without a folder that can be replaced. */
  readonly from: string
  readonly to: string
  /** The path of the original. */
  readonly shown: string
}

async function isSame(pair: Pair, roots: CopyRoots, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted()
  const { from, to, shown } = pair
  const copied = lstatSync(to, { bigint: true, throwIfNoEntry: false })
  const found = lstatSync(from, { bigint: true, throwIfNoEntry: false })
  if (copied === undefined) return true
  if (found === undefined || kindOf(copied) !== kindOf(found)) return false
  const isLeftOut = kindOf(copied) === 'other' || (roots.isHidden(shown) && !roots.isHidden(to))
  if (isLeftOut) await rm(to, { recursive: true, force: true })
  if (isLeftOut) return true
  if (copied.isSymbolicLink()) return readlinkSync(to) === readlinkSync(from)
  if (copied.isDirectory()) return isSameFolder(pair, roots, signal)
  return copied.size === found.size && (isSameTime(copied, found) || (await isSameContent(from, to)))
}

async function isSameFolder({ from, to, shown }: Pair, roots: CopyRoots, signal: AbortSignal): Promise<boolean> {
  const folder = await open(from, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    const held = heldPath(folder, from)
    for (const name of await readdir(to, { encoding: 'buffer' })) {
      const text = name.toString()
      // What cannot be named cannot be compared.
      if (!Buffer.from(text).equals(name)) return false
      const pair = { from: join(held, text), to: join(to, text), shown: join(shown, text) }
      if (!(await isSame(pair, roots, signal))) return false
    }
    return true
  } finally {
    await folder.close()
  }
}

async function isSameContent(from: string, to: string): Promise<boolean> {
  const file = await open(from, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    return (await file.readFile()).equals(await readFile(to))
  } finally {
    await file.close()
  }
}

/** Whether a file or folder is at a path that has no links. */
async function isAt({ dev, ino }: BigIntStats, path: string): Promise<boolean> {
  const now = await stat(path, { bigint: true }).catch(() => null)
  return now?.dev === dev && now.ino === ino && (await realpath(path).catch(() => null)) === path
}

function kindOf(found: BigIntStats): 'file' | 'folder' | 'link' | 'other' {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  return found.isSymbolicLink() ? 'link' : 'other'
}

/** To the microsecond, which every system copies. */
function isSameTime(one: BigIntStats, other: BigIntStats): boolean {
  return one.mtimeNs / 1_000n === other.mtimeNs / 1_000n
}
