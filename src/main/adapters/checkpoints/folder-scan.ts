import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
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
  /** Paths that git ignores; null: not known. */
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

  /** The state that the latest look saw was saved. `ignored`: the paths that git ignores; null: they are as before. */
  accept(ignored: ReadonlySet<string> | null): void {
    const isTooLarge = ignored !== null && this.#ignored !== null && this.#latest === null
    if (isTooLarge && isSubset(ignored, this.#ignored)) this.#pause = PAUSE
    this.#ignored = ignored ?? this.#ignored
    this.#saved = this.#latest
    this.#latest = null
    if (ignored === null || this.#saved === null) return
    for (const path of this.#saved.keys()) if (isIgnored(path, ignored)) this.#saved.delete(path)
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

function isIgnored(path: string, ignored: ReadonlySet<string>): boolean {
  const parts = path.split('/')
  return parts.some((_, index) => ignored.has(parts.slice(0, index + 1).join('/')))
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
  { top, prefix, ignoreFiles }: ScannedFolder,
  ignored: ReadonlySet<string>,
  before: Sample | null,
): Sample | null {
  const sample: Sample = new Map()
  const reading = { files: 0 }
  const now = BigInt(Date.now())
  for (const path of ignoreFiles) sample.set(path, entryAt(path, { now, reading, before: before?.get(path) }))
  const folders = [prefix]
  for (const folder of folders) {
    const entries = entriesOf(join(top, folder))
    if (entries === null) return null
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (path === '.git' || ignored.has(path)) continue
      // A repository inside, and a name that is not UTF-8.
      if (entry.name === '.git' || entry.name.includes('\u{FFFD}')) return null
      if (sample.size === MAX_ENTRIES) return null
      if (entry.isDirectory()) {
        sample.set(path, FOLDER)
        folders.push(path)
      } else sample.set(path, entryAt(join(top, path), { now, reading, before: before?.get(path) }))
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
}

function entryAt(path: string, { now, reading, before }: LookContext): Entry {
  try {
    const found = lstatSync(path, { bigint: true })
    const link = found.isSymbolicLink() ? readlinkSync(path) : ''
    const status = `${found.mode} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${link}`
    const isFresh = found.isFile() && found.ctimeMs > now - FRESH_MS
    // A content that was read before has to be read again to be compared.
    const needsDigest = isFresh || (before?.status === status && before.digest !== null)
    return { status, digest: needsDigest ? digestOf(path, found, reading) : null, isFresh }
  } catch {
    return { status: 'missing', digest: null, isFresh: false }
  }
}

function digestOf(path: string, { size }: BigIntStats, reading: LookContext['reading']): string {
  if (reading.files === MAX_READ.files || size > MAX_READ.bytes) return ''
  reading.files += 1
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64')
  } catch {
    return ''
  }
}
