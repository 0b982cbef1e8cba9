import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  lchown,
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  rm,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises'

import { errorMessage } from '../../../../shared/result.ts'
import type { WrittenFile } from '../../../core/ports/tool-ports.ts'
import { fileStamp, isSameStamp, placeFile, stampIn } from '../../file-stamp.ts'
import { withPathLock } from '../../path-lock.ts'
import { heldPath, inRealFolder, LinkedFolder } from '../../real-folder.ts'
import { readablePath } from '../sandbox/byte-paths.ts'
import type { FolderCopy } from './folder-copy.ts'
import { entryPath, type CopyDifference, type FolderEntry } from './folder-entries.ts'
import { readOriginal } from './read-original.ts'

/** What was applied, and what was not. */
export interface AppliedEffects {
  /** Number of files, links and folders. */
  readonly applied: number
  /** What was left as it is, each with the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[]
  /** What was written, with the bytes before and after; null: too much to keep, or a path that is no text. */
  readonly wrote: readonly WrittenFile[] | null
}

const CHANGED = 'it was changed in the folder meanwhile'
const NOT_A_FILE = 'it is no file, link or folder'

/** Most bytes of files whose contents are kept for the record of who wrote what. */
const MAX_KEPT = 64 * 1024 ** 2

/** Returns the paths that are not as they were when the folder was copied. */
export async function changedSince(
  copy: FolderCopy,
  differences: readonly CopyDifference[],
): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path } of differences) if (!(await isAsCopied(copy, path))) changed.push(path)
  return changed
}

async function isAsCopied({ folder, original }: FolderCopy, path: string): Promise<boolean> {
  const before = original.get(path) ?? null
  const found = await lstat(entryPath(folder, path), { bigint: true }).catch(() => null)
  if (before === null || found === null) return before === null && found === null
  if (before.kind === 'folder') return found.isDirectory()
  return isSameStamp(before.stamp, stampIn(found))
}

/**
 * Makes a folder what its copy became: removals first, from the inside out, then folders from the outside in, then files and
 * links, and permissions of folders last. Each file is compared once more just before it is replaced or removed, while no
 * other process with the same data directory writes it. What somebody else has changed is left as it is.
 */
export async function applyDifferences(
  copy: FolderCopy,
  differences: readonly CopyDifference[],
  lockFolder: string,
): Promise<AppliedEffects> {
  const applying = new Applying(copy, lockFolder)
  const inner = differences.toReversed()
  const isFolder = (entry: FolderEntry | null): boolean => entry?.kind === 'folder'
  const isGone = ({ before, after }: CopyDifference): boolean => before !== null && before.kind !== after?.kind
  for (const each of differences) if (each.after?.kind === 'other') applying.leave(each.path, NOT_A_FILE)
  const open = (each: CopyDifference): boolean => each.after?.kind !== 'other'
  for (const each of inner.filter((one) => open(one) && isGone(one) && !isFolder(one.before)))
    await applying.remove(each)
  for (const each of inner.filter((one) => open(one) && isGone(one) && isFolder(one.before)))
    await applying.removeFolder(each)
  const folders = differences.filter(({ after }) => isFolder(after))
  for (const each of folders) if (each.before?.kind !== 'folder') await applying.makeFolder(each)
  for (const each of differences.filter((one) => open(one) && one.after !== null && !isFolder(one.after)))
    await applying.write(each)
  for (const each of folders.toReversed()) await applying.setMode(each)
  return applying.end()
}

/** The state of one application. */
class Applying {
  readonly #copy: FolderCopy
  readonly #lockFolder: string
  readonly #left = new Map<string, string>()
  readonly #done = new Set<string>()
  #wrote: WrittenFile[] | null = []
  #kept = 0

  constructor(copy: FolderCopy, lockFolder: string) {
    this.#copy = copy
    this.#lockFolder = lockFolder
  }

  leave(path: string, reason: string): void {
    this.#left.set(path, reason)
  }

  end(): AppliedEffects {
    for (const path of this.#left.keys()) this.#done.delete(path)
    const left = [...this.#left].map(([path, reason]) => ({ path: readablePath(Buffer.from(path, 'latin1')), reason }))
    return { applied: this.#done.size, left, wrote: this.#wrote }
  }

  /** Removes a file or a link. */
  async remove({ path }: CopyDifference): Promise<void> {
    await this.#inFolderOf(path, async (held) => {
      if (!(await this.#isAsCopied(path, held))) return this.leave(path, CHANGED)
      const before = await this.#contentBefore(path)
      await unlink(held)
      this.#note(path, before, null)
      this.#done.add(path)
    })
  }

  async removeFolder({ path }: CopyDifference): Promise<void> {
    await this.#inFolderOf(path, async (held) => {
      await rmdir(held)
      this.#done.add(path)
    })
  }

  async makeFolder({ path, after }: CopyDifference): Promise<void> {
    await this.#inFolderOf(path, async (held) => {
      await mkdir(held, { mode: 0o700 })
      await this.#inFolder(path, async (made) => {
        const owner = await this.#ownerOf(path)
        if (owner !== null) await chown(made, owner.uid, owner.gid)
        // Files are still to be written into it: its own permissions are set last.
        await chmod(made, (after?.mode ?? 0o755) | 0o700)
      })
      this.#done.add(path)
    })
  }

  /** Puts a file or a link from the copy in its place. */
  async write({ path, after }: CopyDifference): Promise<void> {
    await this.#inFolderOf(path, async (held) => {
      const original = this.#copy.original.get(path)
      const stays = original !== undefined && original.kind === after?.kind
      if (stays && !(await this.#isAsCopied(path, held))) return this.leave(path, CHANGED)
      const before = stays ? await this.#contentBefore(path) : null
      const temporary = `${held.slice(0, held.lastIndexOf('/'))}/.${randomUUID()}.tmp`
      try {
        await this.#copyTo(temporary, path, after)
        const content = await this.#contentAfter(path)
        if (!(await placeFile(temporary, held, stays ? original.stamp : null))) return this.leave(path, CHANGED)
        this.#note(path, before, content)
        this.#done.add(path)
      } finally {
        await rm(temporary, { force: true })
      }
    })
  }

  async setMode({ path, after }: CopyDifference): Promise<void> {
    if (after === null || this.#left.has(path)) return
    await this.#inFolderOf(path, async () => {
      await this.#inFolder(path, (held) => chmod(held, after.mode))
      this.#done.add(path)
    })
  }

  /**
   * Makes a copy of a file or a link. Other programs may write in the folder, so that its owner and permissions are set by
   * the open file: at its path there may be a link by then.
   */
  async #copyTo(temporary: string, path: string, after: FolderEntry | null): Promise<void> {
    const from = entryPath(this.#copy.path, path)
    const owner = await this.#ownerOf(path)
    if (after?.kind === 'link') {
      await symlink(await readlink(from, { encoding: 'buffer' }), temporary)
      if (owner !== null) await lchown(temporary, owner.uid, owner.gid)
      return
    }
    const { atime, mtime } = await lstat(from)
    const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    try {
      await copyFile(from, heldPath(file, temporary), constants.COPYFILE_FICLONE)
      if (owner !== null) await file.chown(owner.uid, owner.gid)
      await file.chmod(after?.mode ?? 0o644)
      await file.utimes(atime, mtime)
    } finally {
      await file.close()
    }
  }

  /** What root makes belongs to the user whose command made it. Null: to the user of this process. */
  async #ownerOf(path: string): Promise<{ readonly uid: number; readonly gid: number } | null> {
    if (process.getuid?.() !== 0) return null
    const { uid, gid } = await lstat(entryPath(this.#copy.path, path))
    return uid === 0 ? null : { uid, gid }
  }

  #inFolder(path: string, work: (held: string) => Promise<void>): Promise<void> {
    return inRealFolder(textOf(this.#copy.folder, path), work)
  }

  async #isAsCopied(path: string, held: string): Promise<boolean> {
    return isSameStamp(this.#copy.original.get(path)?.stamp ?? null, await fileStamp(held))
  }

  /** Null: it is not kept. Links in the folder are never followed: they may lead to what nobody in it may read. */
  async #contentBefore(path: string): Promise<Uint8Array | null> {
    const size = this.#copy.original.get(path)?.stamp.size ?? 0n
    return this.#keeps(path, Number(size)) ? readOriginal(this.#copy, path) : null
  }

  /** As `#contentBefore`. It is read from the copy, because others may write in the folder. */
  async #contentAfter(path: string): Promise<Uint8Array | null> {
    const from = entryPath(this.#copy.path, path)
    const found = await lstat(from)
    if (!this.#keeps(path, found.size)) return null
    return found.isSymbolicLink() ? readlink(from, { encoding: 'buffer' }) : readFile(from)
  }

  #keeps(path: string, size: number): boolean {
    this.#kept += size
    if (this.#kept > MAX_KEPT || textOf('', path) === '') this.#wrote = null
    return this.#wrote !== null
  }

  #note(path: string, before: Uint8Array | null, after: Uint8Array | null): void {
    this.#wrote?.push({ path: textOf(this.#copy.folder, path), before, after })
  }

  /** Runs a step in the folder of a path, under the path's lock. A failure is why the path is left. */
  async #inFolderOf(path: string, step: (held: string) => Promise<void>): Promise<void> {
    const target = textOf(this.#copy.folder, path)
    if (target === '') return this.leave(path, 'its name is no valid text')
    const at = target.lastIndexOf('/')
    try {
      await withPathLock(
        this.#lockFolder,
        target,
        () => inRealFolder(target.slice(0, at), (held) => step(`${held}${target.slice(at)}`)),
        (message) => this.leave(path, message),
      )
    } catch (error) {
      this.leave(path, error instanceof LinkedFolder ? 'a folder of its path became a link' : errorMessage(error))
    }
  }
}

/** The path of an entry as a text; empty: its bytes are none. */
function textOf(folder: string, path: string): string {
  const bytes = Buffer.from(path, 'latin1')
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? `${folder}/${text}` : ''
}
