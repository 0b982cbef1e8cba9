import { constants, type Stats } from 'node:fs'
import { access, lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { SkippedFile } from '../../../shared/file-changes.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { parseStatus } from './parse-status.ts'
import { type GitDirectory, identityOf, writeHead } from './git-directory.ts'
import { StateKeeper } from './keep-states.ts'
import { moved } from './object-store.ts'
import { type GitOutput, nulSeparated, runGit } from './run-git.ts'

export interface SavedTree {
  readonly id: string
  readonly skipped: readonly SkippedFile[]
}

/** The most that may be new in one state. */
export interface SaveLimits {
  readonly files: number
  readonly bytes: number
}

/** States of one folder as git trees. The calls of `save` must not overlap. */
export class GitStore {
  readonly #directory: GitDirectory
  readonly #maxFileBytes: () => number
  /** Whether a file, by its absolute path, never enters the store. */
  readonly #isLeftOut: (path: string) => boolean
  readonly #keeper: StateKeeper
  #isFirst: boolean
  /** The tree of the index; null: not known. */
  #tree: string | null = null

  constructor(directory: GitDirectory, maxFileBytes: () => number, isLeftOut: (path: string) => boolean) {
    this.#directory = directory
    this.#isLeftOut = isLeftOut
    this.#maxFileBytes = maxFileBytes
    this.#isFirst = directory.isNewIndex
    this.#keeper = new StateKeeper(directory)
  }

  /** Whether the repository is still the one that the store was opened for. */
  async isCurrent(): Promise<boolean> {
    const { repository, identity } = this.#directory
    return (await identityOf(repository)) === identity
  }

  /** Whether no state was saved yet, as far as the index shows. */
  get isNew(): boolean {
    return this.#isFirst
  }

  /** Saves the folder. REFUSED before any file is read if more is new than `limits` allow. */
  async save(limits: SaveLimits): Promise<Result<SavedTree>> {
    const candidates = await this.#candidates()
    if (!candidates.ok) return candidates
    if (candidates.value.length > limits.files) return refuse(`The folder has more than ${limits.files} files.`)
    const { saved, removed, skipped, bytes } = await this.#sorted(candidates.value)
    if (bytes > limits.bytes) return refuse(`The folder has more than ${limits.bytes} bytes of files.`)
    const updated = await this.#update(saved, removed)
    if (!updated.ok) return updated
    const isUnchanged = saved.length === 0 && removed.every((path) => path.endsWith('/'))
    const tree = isUnchanged && this.#tree !== null ? ok(this.#tree) : await this.#text(['write-tree'])
    if (!tree.ok) return this.#isFirst ? tree : this.#saveAnew(limits)
    this.#isFirst = false
    this.#tree = tree.value
    this.#keeper.note(tree.value)
    return ok({ id: tree.value, skipped: [...skipped, ...updated.value] })
  }

  /** The index names contents that are nowhere any more: the repository lost them. A new one stores what the files have. */
  async #saveAnew(limits: SaveLimits): Promise<Result<SavedTree>> {
    await rm(this.#directory.indexPath, { force: true })
    await writeHead(this.#directory.directory, null)
    this.#isFirst = true
    this.#tree = null
    return this.save(limits)
  }

  /** Writes the files of a state into the folder, which has none yet. */
  async fill(id: string): Promise<Result<null>> {
    const filled = await this.#git(['read-tree', '--reset', '-u', id])
    if (filled.ok) this.#isFirst = false
    this.#tree = null
    return mapOk(filled, () => null)
  }

  /** Leaves the index where the next engine takes it. */
  async close(): Promise<void> {
    await this.#keeper.finish()
    await moved(this.#directory.indexPath, this.#directory.restingIndexPath)
  }

  /** Paths from the top that are new or may have changed. A path with `/` at its end is a repository. */
  async #candidates(): Promise<Result<readonly string[]>> {
    const { prefix, repository } = this.#directory
    const below = prefix === '' ? [] : ['--', prefix]
    const [changed, known] = await Promise.all([
      this.#status(below),
      // Files that git ignores although the repository contains them.
      this.#isFirst && repository !== null ? this.#filesOf(join(repository.gitDirectory, 'index'), below) : ok([]),
    ])
    if (!changed.ok) return changed
    if (!known.ok) return known
    return ok([...new Set([...parseStatus(changed.value.stdout), ...known.value])])
  }

  /**
   * One process finds changed and new files. With a HEAD that is near the index git compares the two quickly; without
   * one, which is also so when its commit was collected as garbage, all files are listed as added to the index.
   */
  async #status(below: readonly string[]): Promise<Result<GitOutput>> {
    const found = await this.#git([...STATUS, ...below])
    if (found.ok) return found
    await writeHead(this.#directory.directory, null)
    return this.#git([...STATUS, ...below])
  }

  async #filesOf(index: string, below: readonly string[]): Promise<Result<readonly string[]>> {
    if ((await lstat(index).catch(() => null)) === null) return ok([])
    const { env, top } = this.#directory
    const output = await runGit({
      args: ['ls-files', '-z', ...below],
      cwd: top,
      env: { ...env, GIT_INDEX_FILE: index },
    })
    return output.ok ? ok(nulSeparated(output.value.stdout)) : ok([])
  }

  /** Decides by size, kind and protection which files are saved. */
  async #sorted(paths: readonly string[]): Promise<Sorted> {
    const sorted: Sorted = { saved: [], removed: [], skipped: [], bytes: 0 }
    const limit = this.#maxFileBytes()
    for (let start = 0; start < paths.length; start += LOOKED_AT_ONCE) {
      const some = paths.slice(start, start + LOOKED_AT_ONCE)
      const found = await Promise.all(some.map((path) => lookAt(join(this.#directory.top, path))))
      for (const [index, path] of some.entries()) {
        const file = found[index] ?? null
        if (file === 'unreadable') {
          sorted.skipped.push({ path: this.#shown(path), reason: 'unreadable' })
        } else if (file?.isFile() === true && this.#isLeftOut(join(this.#directory.top, path))) {
          sorted.removed.push(path)
          sorted.skipped.push({ path: this.#shown(path), reason: 'protected' })
        } else if (file === null || file.isSymbolicLink() || (file.isFile() && file.size <= limit)) {
          sorted.saved.push(path)
          sorted.bytes += file?.size ?? 0
        } else if (file.isFile()) {
          sorted.removed.push(path)
          sorted.skipped.push({ path: this.#shown(path), reason: 'large' })
        } else if (file.isDirectory()) {
          sorted.removed.push(path)
          sorted.skipped.push({ path: this.#shown(path), reason: 'repository' })
        }
      }
    }
    return sorted
  }

  /** Updates the index; returns the files that could not be read. */
  async #update(saved: readonly string[], removed: readonly string[]): Promise<Result<readonly SkippedFile[]>> {
    if (!this.#isFirst && removed.length > 0) {
      const paths = removed.filter((path) => !path.endsWith('/'))
      const forgotten = await this.#feed(['update-index', '--force-remove', '-z', '--stdin'], paths)
      if (!forgotten.ok) return forgotten
    }
    if (saved.length === 0) return ok([])
    const added = await this.#feed(saved.length < MANY ? UPDATE : [...INTO_A_PACK, ...UPDATE], saved)
    const refused = added.ok ? ignoredIn(added.value, saved) : await this.#feedByHalves(saved)
    // Git refuses all of many files for a reason of its own, e.g. a full disk.
    if (!added.ok && refused.length === saved.length && saved.length > 1) return added
    return ok(refused.map((path) => ({ path: this.#shown(path), reason: 'unreadable' as const })))
  }

  /**
   * Updates the index with what git takes, and returns the rest: what it refuses, and what is left when it was started too
   * often. The number of processes does not grow with that of the files.
   */
  async #feedByHalves(paths: readonly string[]): Promise<readonly string[]> {
    const refused: string[] = []
    const waiting = halvesOf(paths)
    for (let processes = 0, part = waiting.shift(); part !== undefined; part = waiting.shift(), processes++) {
      const fed = processes < MAX_PROCESSES ? await this.#feed(UPDATE, part) : null
      if (fed?.ok) refused.push(...ignoredIn(fed.value, part))
      else if (fed !== null && part.length > 1) waiting.push(...halvesOf(part))
      else refused.push(...part)
    }
    return refused
  }

  #shown(path: string): string {
    const { prefix } = this.#directory
    return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path
  }

  #feed(args: readonly string[], paths: readonly string[]): Promise<Result<GitOutput>> {
    return this.#git(args, paths.map((path) => `${path}\0`).join(''))
  }

  async #text(args: readonly string[]): Promise<Result<string>> {
    return mapOk(await this.#git(args), ({ stdout }) => stdout.toString().trim())
  }

  #git(args: readonly string[], input?: string): Promise<Result<GitOutput>> {
    const { top, env } = this.#directory
    return runGit({ args, cwd: top, env, ...(input !== undefined && { input }) })
  }
}

/**
 * Git stores which directories have not changed since it looked for new files. It does so for all of them only with
 * the setting for `--untracked-files=all`.
 */
const STATUS_SETTINGS = ['-c', 'core.untrackedCache=true', '-c', 'status.showUntrackedFiles=all']
const STATUS_OPTIONS = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=all', '--no-renames']
const STATUS = [...STATUS_SETTINGS, 'status', ...STATUS_OPTIONS]
const UPDATE = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin']
/** From this many files on the new contents go into a pack, not into a file for each (`index_blob_bulk_checkin` of git 2.38 and later). */
const MANY = 100
const INTO_A_PACK = ['-c', 'core.bigFileThreshold=1']
const LOOKED_AT_ONCE = 256
/** Most processes that look for files which git refuses although they can be read. */
const MAX_PROCESSES = 64

function halvesOf(paths: readonly string[]): (readonly string[])[] {
  const middle = Math.ceil(paths.length / 2)
  return [paths.slice(0, middle), paths.slice(middle)].filter((half) => half.length > 0)
}

/** Git skips names that would be dangerous on other systems, such as `git~1`, and only warns. */
function ignoredIn({ stderr }: GitOutput, paths: readonly string[]): readonly string[] {
  return stderr.includes(IGNORING) ? paths.filter((path) => stderr.includes(`${IGNORING}${path}\n`)) : []
}

const IGNORING = 'Ignoring path '

/** Null: it is gone. Git is not asked for what this user may not read: it refuses all files with such a one. */
async function lookAt(path: string): Promise<Stats | 'unreadable' | null> {
  try {
    const file = await lstat(path)
    if (file.isFile()) await access(path, constants.R_OK)
    return file
  } catch (error) {
    return isDenied(error) ? 'unreadable' : null
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}

interface Sorted {
  readonly saved: string[]
  readonly removed: string[]
  readonly skipped: SkippedFile[]
  /** Size of the saved files. */
  bytes: number
}
