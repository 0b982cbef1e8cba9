import { accessSync, type BigIntStats, constants, type Dirent, readdirSync, statfsSync } from 'node:fs'
import { setImmediate as nextRound } from 'node:timers/promises'

import { isNamed } from '../protected-paths.ts'
import { type BytePath, keyOf, parentOf } from './byte-paths.ts'
import { findAll, type Found } from './find-protected.ts'
import { statusAt } from './hidden-files.ts'

/**
 * Local file systems, by their numbers in statfs(2), that change the ctime of a folder with each of its entries: ext4, xfs, btrfs,
 * tmpfs, overlayfs, zfs, f2fs, bcachefs. In others every search reads everything.
 */
const WITH_CTIMES: ReadonlySet<number> = new Set([
  0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0x794c_7630, 0x2fc1_2fc1, 0xf2f5_2010, 0xca45_1a4e,
])
/** The clock of ctimes goes on in steps of 1 to 10 ms: a folder that changed so shortly before it was read may change unseen, ms. */
const UNSETTLED_MS = 100
/** Most entries that are read anew in this process; of more, everything is searched by a program beside it. */
const MAX_READ = 20_000
/** How many folders are looked at before other work of this process goes on. */
const AT_ONCE = 2_000
/** Most trees that are remembered, and most folders in one. */
const MAX_TREES = 8
const MAX_FOLDERS = 100_000

type FolderIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'ctimeNs'>

interface Folder {
  readonly path: BytePath
  /** What it was when it was read; null: it is read again at each search. */
  readonly identity: FolderIdentity | null
  readonly isReadable: boolean
  /** Its entries that were searched for. */
  readonly found: readonly BytePath[]
}

interface Tree {
  readonly root: BytePath
  /** By path. A folder comes after the one that contains it. */
  readonly folders: Map<string, Folder>
  /** The inodes that were searched for. */
  readonly inodes: ReadonlySet<bigint>
  found: Found
}

/**
 * Finds entries by name and by inode in folders that are searched again and again. Only folders that changed since the last
 * search are read: the kernel changes the ctime of a folder with each entry that is made, renamed or removed, and with its
 * permissions, and no program can set it.
 */
export class FolderIndex {
  readonly #names: readonly string[]
  readonly #now: () => number
  readonly #trees = new Map<string, Promise<Tree | null>>()

  /**
   * @param names As for `findEntries`.
   * @param now The time, ms since the epoch.
   */
  constructor(names: readonly string[], now: () => number = Date.now) {
    this.#names = names
    this.#now = now
  }

  /** Searches a folder, absolute and resolved, as it is after the call. Rejects if it cannot be searched. */
  async search(folder: string, inodes: readonly bigint[]): Promise<Found> {
    const before = this.#trees.get(folder) ?? Promise.resolve(null)
    const next = before.then((tree) => this.#renewed(folder, tree, inodes))
    const kept = next.then(
      (tree) => (tree.folders.size > MAX_FOLDERS || !hasCtimes(folder) ? null : tree),
      () => null,
    )
    this.#trees.delete(folder)
    this.#trees.set(folder, kept)
    for (const [oldest] of this.#trees) if (this.#trees.size > MAX_TREES) this.#trees.delete(oldest)
    return (await next).found
  }

  async #renewed(folder: string, tree: Tree | null, inodes: readonly bigint[]): Promise<Tree> {
    const isCovered = tree !== null && inodes.every((inode) => tree.inodes.has(inode))
    return isCovered && (await this.#update(tree)) ? tree : this.#readAll(folder, inodes)
  }

  /** Reads what changed. False: that is too much. */
  async #update(tree: Tree): Promise<boolean> {
    const { root, folders, inodes } = tree
    const settledBefore = this.#now() - UNSETTLED_MS
    const changed: BytePath[] = []
    let isSmaller = false
    let looked = 0
    for (const [key, folder] of folders) {
      const status = statusAt(folder.path)
      if (status === null || !status.isDirectory()) isSmaller = folders.delete(key)
      else if (!isUnchanged(folder, status)) changed.push(folder.path)
      if (++looked % AT_ONCE === 0) await nextRound()
    }
    if (!isSmaller && changed.length === 0) return true
    if (!folders.has(keyOf(root))) return false
    // Below a folder that is gone, or is a link now, nothing is of this tree.
    if (isSmaller)
      for (const [key, { path }] of folders)
        if (!path.equals(root) && !folders.has(keyOf(parentOf(path)))) folders.delete(key)
    const device = statusAt(root)?.dev
    let read = 0
    for (const path of changed) {
      const status = statusAt(path)
      const isHere = path.equals(root) || folders.has(keyOf(parentOf(path)))
      if (!isHere || status === null || !status.isDirectory()) return false
      const entries = entriesOf(path)
      const isSettled = status.dev === device && status.ctimeMs < settledBefore
      folders.set(keyOf(path), {
        path,
        identity: isSettled ? identityOf(status) : null,
        isReadable: entries !== null,
        found: (entries ?? []).flatMap((entry) => this.#wanted(path, entry, inodes)),
      })
      for (const entry of entries ?? []) {
        const below = pathOf(path, entry.name)
        if (entry.isDirectory() && !folders.has(keyOf(below))) changed.push(below)
      }
      read += 1 + (entries?.length ?? 0)
      if (read > MAX_READ) return false
    }
    tree.found = foundIn(folders)
    return true
  }

  #wanted(folder: BytePath, { name }: Dirent<Buffer>, inodes: ReadonlySet<bigint>): readonly BytePath[] {
    const path = pathOf(folder, name)
    if (isNamed(name.toString('latin1'), this.#names)) return [path]
    const inode = inodes.size === 0 ? undefined : statusAt(path)?.ino
    return inode !== undefined && inodes.has(inode) ? [path] : []
  }

  async #readAll(folder: string, inodes: readonly bigint[]): Promise<Tree> {
    const settledBefore = this.#now() - UNSETTLED_MS
    const { paths, folders: found } = await findAll(folder, { names: this.#names, inodes })
    const device = found[0]?.dev
    const byFolder = Map.groupBy(paths, (path) => keyOf(parentOf(path)))
    const made = found.map(({ path, isReadable, ...status }): [string, Folder] => {
      const isSettled = status.dev === device && status.ctimeNs / 1_000_000n < settledBefore
      const identity = isSettled ? identityOf(status) : null
      return [keyOf(path), { path, identity, isReadable, found: byFolder.get(keyOf(path)) ?? [] }]
    })
    const folders = new Map(made)
    return { root: Buffer.from(folder), folders, inodes: new Set(inodes), found: foundIn(folders) }
  }
}

function foundIn(folders: ReadonlyMap<string, Folder>): Found {
  const all = [...folders.values()]
  return {
    paths: all.flatMap(({ found }) => found),
    unreadable: all.flatMap(({ path, isReadable }) => (isReadable ? [] : [path])),
  }
}

function identityOf({ dev, ino, ctimeNs }: FolderIdentity): FolderIdentity {
  return { dev, ino, ctimeNs }
}

function isUnchanged({ identity }: Folder, { dev, ino, ctimeNs }: FolderIdentity): boolean {
  return identity !== null && identity.ctimeNs === ctimeNs && identity.ino === ino && identity.dev === dev
}

/** Null: it cannot be searched. */
function entriesOf(path: BytePath): readonly Dirent<Buffer>[] | null {
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return readdirSync(path, { encoding: 'buffer', withFileTypes: true })
  } catch {
    return null
  }
}

function pathOf(folder: BytePath, name: Buffer): BytePath {
  return Buffer.concat([folder, Buffer.from('/'), name])
}

function hasCtimes(folder: string): boolean {
  try {
    return WITH_CTIMES.has(statfsSync(folder).type)
  } catch {
    return false
  }
}
