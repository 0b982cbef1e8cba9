import { createHash } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** What a look at a folder shows, compared with the one after which its state was saved. Paths are relative to the top. */
export type Seen =
  | { readonly type: 'same' }
  /** These files have changed or are gone, and nothing is new. */
  | { readonly type: 'changed'; readonly paths: readonly string[] }
  /** Git has to look. `hasNewRules`: what is ignored is not known, or may be something else now. */
  | { readonly type: 'unknown'; readonly hasNewRules: boolean }

/** Where to look. */
interface ScannedFolder {
  /** The top of the work tree, absolute. */
  readonly top: string
  /** The folder relative to the top, with `/`; empty: the top itself. */
  readonly prefix: string
  /** Files outside the folder with patterns of what is ignored, absolute. They may be missing. */
  readonly ignoreFiles: readonly string[]
  /** The user's file of such patterns, where git follows a link; null: not known. */
  readonly userIgnoreFile: string | null
}

/** An entry of the folder: what the system says of it, and of a file that has just changed a digest of its content. */
interface Entry {
  readonly status: string
  /** Null: the status is enough. Empty: it is not, and the content was not read. */
  readonly digest: string | null
  /** Whether the file may change again without another status. */
  readonly isFresh: boolean
}

type Sample = Map<string, Entry>

/** Folders with more entries are left to git, which looks at them in parallel. */
const MAX_ENTRIES = 2_000
/** After so many saved states it is tried again whether a folder has become small. */
const PAUSE = 50
/** A file that changed within this time may change again without another status: clocks of file systems are coarse, ms. */
const FRESH_MS = 2_000n
const MAX_READ = { files: 32, bytes: 256 * 1_024 }
const FOLDER: Entry = { status: 'folder', digest: null, isFresh: false }

/**
 * Finds out whether a small folder has changed since its state was saved without starting git, which takes longer than most
 * calls. Compared are inode, size, mode and times of all files that git does not ignore, as git does it itself. Nothing is
 * said where that is not certain: then git looks.
 */
export class FolderScan {
  readonly #folder: ScannedFolder
  /** Paths that git ignores, folders with `/` at the end; null: not known. */
  #ignored: ReadonlySet<string> | null = null
  #saved: Sample | null = null
  #latest: Sample | null = null
  #pause = 0

  constructor(folder: ScannedFolder) {
    this.#folder = folder
  }

  /** Looks at the folder. Takes a few milliseconds, in which nothing else happens in this process. */
  look(): Seen {
    this.#latest = null
    if (this.#pause > 0) {
      this.#pause -= 1
      return { type: 'unknown', hasNewRules: false }
    }
    if (this.#ignored === null) return { type: 'unknown', hasNewRules: true }
    const sample = sampleOf(this.#folder, this.#ignored, this.#saved)
    this.#latest = sample
    // What is new since git was asked what it ignores may be ignored.
    if (sample === null || this.#saved === null) return { type: 'unknown', hasNewRules: true }
    const seen = compared(this.#saved, sample)
    if (seen.type === 'same') this.#saved = sample
    return seen
  }

  /** The state that the latest look saw was saved. `ignored`: what git ignores, as it lists it; null: as before. */
  accept(ignored: ReadonlySet<string> | null): void {
    const isTooLarge = ignored !== null && this.#ignored !== null && this.#latest === null
    if (isTooLarge && isSubset(ignored, this.#ignored)) this.#pause = PAUSE
    this.#ignored = ignored ?? this.#ignored
    this.#saved = this.#latest
    this.#latest = null
    if (ignored === null || this.#saved === null) return
    for (const [path, entry] of this.#saved) if (isIgnored(path, entry === FOLDER, ignored)) this.#saved.delete(path)
  }

  /** The state was not saved. */
  forget(): void {
    this.#saved = null
    this.#latest = null
  }
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string> | null): boolean {
  return all !== null && [...some].every((path) => all.has(path))
}

/** A pattern with `/` at its end is about folders only: what replaces an ignored folder may not be ignored. */
function isIgnored(path: string, isFolder: boolean, ignored: ReadonlySet<string>): boolean {
  const parts = path.split('/')
  const above = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
  return ignored.has(isFolder ? `${path}/` : path) || above.some((folder) => ignored.has(folder))
}

function compared(before: Sample, now: Sample): Seen {
  const paths: string[] = []
  for (const [path, entry] of now) {
    const old = before.get(path)
    if (old === undefined || (old === FOLDER) !== (entry === FOLDER)) return { type: 'unknown', hasNewRules: true }
    if (isSame(old, entry)) {
      if (entry.digest !== null && !entry.isFresh) now.set(path, { ...entry, digest: null })
      continue
    }
    if (hasRules(path)) return { type: 'unknown', hasNewRules: true }
    paths.push(path)
  }
  for (const [path, old] of before) {
    if (now.has(path)) continue
    if (hasRules(path)) return { type: 'unknown', hasNewRules: true }
    if (old !== FOLDER) paths.push(path)
  }
  return paths.length === 0 ? { type: 'same' } : { type: 'changed', paths }
}

function isSame(old: Entry, { status, digest }: Entry): boolean {
  return old.status === status && old.digest !== '' && (old.digest === null || old.digest === digest)
}

/** Whether a file decides what is ignored. Files outside the folder have their absolute path. */
function hasRules(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore') || path.startsWith('/')
}

/** Null: the folder has too many entries, or something of which only git knows what it means. */
function sampleOf(
  { top, prefix, ignoreFiles, userIgnoreFile }: ScannedFolder,
  ignored: ReadonlySet<string>,
  before: Sample | null,
): Sample | null {
  const sample: Sample = new Map()
  const reading = { files: 0 }
  const now = BigInt(Date.now())
  const look = (path: string, follows = false) => ({ now, reading, follows, before: before?.get(path) })
  for (const path of ignoreFiles) sample.set(path, entryAt(path, look(path)))
  if (userIgnoreFile !== null) sample.set(userIgnoreFile, entryAt(userIgnoreFile, look(userIgnoreFile, true)))
  const folders = [prefix]
  for (const folder of folders) {
    const entries = entriesOf(join(top, folder))
    if (entries === null) return null
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (path === '.git') continue
      // A repository inside, and a name that git may spell in another way.
      if (entry.name === '.git' || entry.name.includes('\u{FFFD}') || entry.name !== entry.name.normalize()) return null
      if (ignored.has(entry.isDirectory() ? `${path}/` : path)) continue
      if (sample.size === MAX_ENTRIES) return null
      if (entry.isDirectory()) {
        sample.set(path, FOLDER)
        folders.push(path)
      } else sample.set(path, entryAt(join(top, path), look(path)))
    }
  }
  return sample
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return null
  }
}

interface LookContext {
  /** ms. */
  readonly now: bigint
  /** How many files were read. */
  readonly reading: { files: number }
  readonly before: Entry | undefined
  /** Whether what a link leads to counts. */
  readonly follows: boolean
}

function entryAt(path: string, context: LookContext): Entry {
  const { now, before, follows } = context
  try {
    const found = (follows ? statSync : lstatSync)(path, { bigint: true })
    const link = found.isSymbolicLink() ? readlinkSync(path) : ''
    const status = `${found.mode} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${link}`
    const isFresh = found.isFile() && found.ctimeMs > now - FRESH_MS
    // A content that was read before has to be read again to be compared.
    const wasRead = before?.status === status && before.digest !== null && before.digest !== ''
    return { status, digest: isFresh || wasRead ? digestAt(path, found, context) : null, isFresh }
  } catch {
    return { status: 'missing', digest: null, isFresh: false }
  }
}

function digestAt(path: string, { size }: BigIntStats, { reading, follows }: LookContext): string {
  if (reading.files === MAX_READ.files || size > MAX_READ.bytes) return ''
  reading.files += 1
  try {
    // Since the look at it, a pipe or something large may have taken its place.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (follows ? 0 : constants.O_NOFOLLOW))
    try {
      return fstatSync(file).isFile() ? digestOf(file, Number(size)) : ''
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** Empty: the file is larger than its size was. */
function digestOf(file: number, size: number): string {
  const content = Buffer.alloc(size + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < content.length; length += read) {
    read = readSync(file, content, length, content.length - length, null)
  }
  return length > size ? '' : createHash('sha256').update(content.subarray(0, length)).digest('base64')
}
