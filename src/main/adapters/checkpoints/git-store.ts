import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { defined } from '../../../shared/defined.ts'
import type { SkippedFile } from '../../../shared/file-changes.ts'
import type { FileDifference } from '../../core/ports/checkpoint-ports.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { FolderScan, type Seen } from './folder-scan.ts'
import { type GitDirectory, identityOf, writeHead, ignoreFilesAbove, userIgnoreFile } from './git-directory.ts'
import { StateKeeper } from './keep-states.ts'
import { moved } from './object-store.ts'
import { parseDifference, parseStatus } from './parse-git.ts'
import { type GitOutput, nulSeparated, runGit } from './run-git.ts'
import { saveEdits } from './save-edits.ts'
import { endedByNul, isFileRefused, type SavedStep, saveFew, UPDATE } from './save-few.ts'
import { type Sorted, sortCandidates } from './sort-candidates.ts'

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
  readonly #scan: FolderScan
  #isFirst: boolean
  /** The state of the index; null: not known. */
  #last: SavedTree | null = null
  /** What git ignores, if the save that runs has found it out. */
  #ignored: ReadonlySet<string> | null = null
  /** What the last save changed; null: not known. */
  #step: SavedStep | null = null
  /** Files whose newest contents are stored, but not in the index. */
  #besideIndex = new Set<string>()

  constructor(directory: GitDirectory, maxFileBytes: () => number, isLeftOut: (path: string) => boolean) {
    this.#directory = directory
    this.#isLeftOut = isLeftOut
    this.#maxFileBytes = maxFileBytes
    this.#isFirst = directory.isNewIndex
    this.#keeper = new StateKeeper(directory)
    const { top, prefix, env } = directory
    this.#scan = new FolderScan({
      top,
      prefix,
      ignoreFiles: ignoreFilesAbove(top, prefix),
      userIgnoreFile: userIgnoreFile(env),
    })
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
    const seen = this.#scan.look()
    // A file that was not saved may be by now: its size and what is hidden are looked at again.
    if (seen.type === 'same' && this.#last?.skipped.length === 0) return ok(this.#last)
    this.#ignored = null
    const saved = await this.#saveSeen(seen, limits)
    if (saved.ok) this.#scan.accept(this.#ignored)
    else this.#scan.forget()
    if (!saved.ok) return saved
    this.#isFirst = false
    this.#last = saved.value
    this.#keeper.note(saved.value.id)
    return saved
  }

  /** Returns what differs between two states if they are the last one and the one before; null: it is not known here. */
  lastDifference(before: string, after: string): readonly FileDifference[] | null {
    const step = this.#step
    if (step === null || step.before !== before || step.after !== after) return null
    return parseDifference(step.difference, this.#directory.prefix)
  }

  async #saveSeen(seen: Seen, limits: SaveLimits): Promise<Result<SavedTree>> {
    // A file that was not saved the last time is named again, so that git has to look for it.
    const isListed = seen.type === 'changed' && this.#last?.skipped.length === 0
    const edited = isListed ? await this.#saveEdits(seen.paths) : null
    if (edited !== null) return ok(edited)
    const listsIgnored = seen.type === 'unknown' && seen.hasNewRules
    const listed = isListed ? ok([...new Set([...seen.paths, ...this.#besideIndex])]) : null
    const candidates = listed ?? (await this.#candidates(listsIgnored))
    if (!candidates.ok) return candidates
    if (candidates.value.length > limits.files) return refuse(`The folder has more than ${limits.files} files.`)
    const sorted = await this.#sorted(candidates.value)
    if (sorted.bytes > limits.bytes) return refuse(`The folder has more than ${limits.bytes} bytes of files.`)
    const saved = (await this.#saveFew(sorted)) ?? (await this.#saveAll(sorted, limits))
    if (saved.ok) this.#besideIndex.clear()
    return saved
  }

  /** Saves new contents of files without git; null: that is not possible. */
  async #saveEdits(paths: readonly string[]): Promise<SavedTree | null> {
    const before = this.#last
    if (before === null || this.#isFirst || paths.length === 0) return null
    const { saved, skipped } = await this.#sorted(paths)
    if (saved.length < paths.length || skipped.length > 0) return null
    const step = saveEdits(this.#directory, before.id, saved)
    if (step === null) return null
    this.#step = step
    for (const path of saved) this.#besideIndex.add(path)
    return { id: step.after, skipped: [] }
  }

  /** Saves some changed files with one process; null: that is not possible. */
  async #saveFew({ saved, removed, skipped }: Sorted): Promise<Result<SavedTree> | null> {
    const before = this.#last
    if (before === null || this.#isFirst || saved.length === 0 || saved.length >= MANY || removed.length > 0)
      return null
    const few = await saveFew(this.#directory, before.id, saved)
    if (few === null) return null
    this.#step = few.step
    return ok({ id: few.id, skipped: [...skipped, ...this.#unreadable(ignoredIn(few.output, saved))] })
  }

  async #saveAll({ saved, removed, skipped }: Sorted, limits: SaveLimits): Promise<Result<SavedTree>> {
    const updated = await this.#update(saved, removed)
    if (!updated.ok) return updated
    const isUnchanged =
      saved.length === 0 && removed.every((path) => path.endsWith('/')) && this.#besideIndex.size === 0
    const tree = isUnchanged && this.#last !== null ? ok(this.#last.id) : await this.#text(['write-tree'])
    if (!tree.ok) return this.#isFirst ? tree : this.#saveAnew(limits)
    return ok({ id: tree.value, skipped: [...skipped, ...updated.value] })
  }

  /** The index names contents that are nowhere any more: the repository lost them. A new one stores what the files have. */
  async #saveAnew(limits: SaveLimits): Promise<Result<SavedTree>> {
    await rm(this.#directory.indexPath, { force: true })
    await writeHead(this.#directory.directory, null)
    this.#isFirst = true
    this.#last = null
    this.#besideIndex.clear()
    return this.#saveSeen({ type: 'unknown', hasNewRules: false }, limits)
  }

  /** Writes the files of a state into the folder, which has none yet. */
  async fill(id: string): Promise<Result<null>> {
    const filled = await this.#git(['read-tree', '--reset', '-u', id])
    if (filled.ok) this.#isFirst = false
    this.#last = null
    this.#besideIndex.clear()
    this.#scan.forget()
    return mapOk(filled, () => null)
  }

  /** Leaves the index where the next engine takes it. */
  async close(): Promise<void> {
    await this.#keeper.finish()
    await moved(this.#directory.indexPath, this.#directory.restingIndexPath)
  }

  /** Paths from the top that are new or may have changed. A path with `/` at its end is a repository. */
  async #candidates(listsIgnored: boolean): Promise<Result<readonly string[]>> {
    const { prefix, repository } = this.#directory
    const below = prefix === '' ? [] : ['--', prefix]
    const [listed, known] = await Promise.all([
      this.#status([...STATUS, ...(listsIgnored ? ['--ignored=matching'] : []), ...below]),
      // Files that git ignores although the repository contains them.
      this.#isFirst && repository !== null ? this.#filesOf(join(repository.gitDirectory, 'index'), below) : ok([]),
    ])
    if (!listed.ok) return listed
    if (!known.ok) return known
    const { changed, ignored } = parseStatus(listed.value.stdout)
    if (listsIgnored) this.#ignored = new Set(ignored)
    return ok([...new Set([...changed, ...known.value])])
  }

  /**
   * One process finds changed and new files. With a HEAD that is near the index git compares the two quickly; without
   * one, which is also so when its commit was collected as garbage, all files are listed as added to the index.
   */
  async #status(args: readonly string[]): Promise<Result<GitOutput>> {
    const found = await this.#git(args)
    if (found.ok) return found
    await writeHead(this.#directory.directory, null)
    return this.#git(args)
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

  /** Updates the index; returns the files that could not be read. */
  async #update(saved: readonly string[], removed: readonly string[]): Promise<Result<readonly SkippedFile[]>> {
    if (!this.#isFirst && removed.length > 0) {
      const paths = removed.filter((path) => !path.endsWith('/'))
      const forgotten = await this.#feed(['update-index', '--force-remove', '-z', '--stdin'], paths)
      if (!forgotten.ok) return forgotten
    }
    if (saved.length === 0) return ok([])
    const added = await this.#feed(saved.length < MANY ? UPDATE : [...INTO_A_PACK, ...UPDATE], saved)
    const refused = added.ok ? ok(ignoredIn(added.value, saved)) : await this.#feedByHalves(saved)
    if (!refused.ok) return refused
    // Git refuses all of many files for a reason of its own, e.g. a full disk.
    if (!added.ok && refused.value.length === saved.length && saved.length > 1) return added
    return ok(this.#unreadable(refused.value))
  }

  #unreadable(paths: readonly string[]): readonly SkippedFile[] {
    return paths.map((path) => ({ path: this.#shown(path), reason: 'unreadable' }))
  }

  /**
   * Updates the index with what git takes; returns what it refuses, and what is left after too many processes. REFUSED where
   * the reason is not the file: the state would keep its old content.
   */
  async #feedByHalves(paths: readonly string[]): Promise<Result<readonly string[]>> {
    const refused: string[] = []
    const waiting = halvesOf(paths)
    for (let processes = 0, part = waiting.shift(); part !== undefined; part = waiting.shift(), processes++) {
      const fed = processes < MAX_PROCESSES ? await this.#feed(UPDATE, part) : null
      if (fed?.ok) refused.push(...ignoredIn(fed.value, part))
      else if (fed !== null && part.length > 1) waiting.push(...halvesOf(part))
      else if (fed !== null && !isFileRefused(fed.error.message)) return fed
      else refused.push(...part)
    }
    return ok(refused)
  }

  #sorted(paths: readonly string[]): Promise<Sorted> {
    const { top } = this.#directory
    const options = { top, maxBytes: this.#maxFileBytes(), isLeftOut: this.#isLeftOut }
    return sortCandidates(paths, { ...options, shown: (path) => this.#shown(path) })
  }

  #shown(path: string): string {
    const { prefix } = this.#directory
    return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path
  }

  #feed(args: readonly string[], paths: readonly string[]): Promise<Result<GitOutput>> {
    return this.#git(args, endedByNul(paths))
  }

  async #text(args: readonly string[]): Promise<Result<string>> {
    return mapOk(await this.#git(args), ({ stdout }) => stdout.toString().trim())
  }

  async #git(args: readonly string[], input?: string): Promise<Result<GitOutput>> {
    const { top, env, indexPath } = this.#directory
    const run = { args, cwd: top, env, ...defined({ input }) }
    const done = await runGit(run)
    if (done.ok || !done.error.message.includes(`'${indexPath}.lock': File exists`)) return done
    // No other process has this index, and its saves wait for each other: a git that was killed left the lock.
    await rm(`${indexPath}.lock`, { force: true })
    return runGit(run)
  }
}

/** With the second one git stores for all directories whether they have changed since it looked for new files. */
const STATUS_SETTINGS = ['-c', 'core.untrackedCache=true', '-c', 'status.showUntrackedFiles=all']
const STATUS_OPTIONS = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=all', '--no-renames']
const STATUS = [...STATUS_SETTINGS, 'status', ...STATUS_OPTIONS]
/** From this many files on the new contents go into a pack, not into a file for each (`index_blob_bulk_checkin` of git 2.38 and later). */
const MANY = 100
const INTO_A_PACK = ['-c', 'core.bigFileThreshold=1']
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
