import { isAbsolute, join, parse, resolve } from 'node:path'

import type { FileDifference, FileVersion, SavedFolder, SaveRequest } from '../../core/ports/checkpoint-ports.ts'
import type { CheckpointPlace } from '../../../shared/file-changes.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { WideFolder } from '../../../shared/tool-access.ts'
import { pathLockFolder } from '../path-lock.ts'
import { noteAgentFolder } from '../program-table.ts'
import { CopyStore } from './copy-store.ts'
import { findRepository } from './find-repository.ts'
import { openGitDirectory } from './git-directory.ts'
import { GitStore } from './git-store.ts'
import { formatOf } from './object-store.ts'
import { contentsOf, differenceOf, readerOf, type StateReader } from './read-states.ts'
import { gitEnvironment, runGit } from './run-git.ts'
import { isStoredId, missingFolder } from './safe-path.ts'
import { makeFolder, tryToMakeFolder } from '../../make-folder.ts'

export interface CheckpointOptions {
  readonly dataDirectory: string
  /** Environment for git: `PATH` and `HOME` are used. */
  readonly environment: Readonly<Record<string, string>>
  readonly wideFolder: (folder: string) => Promise<WideFolder | null>
  /**
   * Whether a file, by its absolute path, is hidden from commands inside the sandbox. What a repository stores is readable
   * there, so that such a file is not saved in it.
   */
  readonly isHidden: (path: string) => boolean
  /** Larger files are not saved, bytes. */
  readonly maxFileBytes: () => number
  /** The default folder of agents, which is made when it is first needed. Missing: there is none. */
  readonly workspace?: string
}

/** What is new in one state of a folder outside a repository, where everything is copied. */
const OUTSIDE_GIT = { files: 20_000, bytes: 500_000_000 }
const IN_GIT = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

type Store = GitStore | CopyStore

const NOT_STORED = 'The contents of these files are not stored here.'

/** The stores of all folders, each opened once. States of one folder are saved one after the other. */
export class FolderStores {
  readonly #options: CheckpointOptions
  readonly #open = new Map<string, Promise<Result<Store>>>()
  readonly #readers = new Map<string, Promise<Result<StateReader>>>()
  readonly #kinds = new Map<string, Promise<CheckpointPlace['store']>>()
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #closing = new AbortController()
  #git: Promise<boolean> | null = null

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  /** Where the locks are under which files are written. */
  get lockFolder(): string {
    return pathLockFolder(this.#options.dataDirectory)
  }

  /** Aborted when the stores are closed. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  /** As `CheckpointOptions.isHidden`. */
  isHidden(path: string): boolean {
    return this.#options.isHidden(path)
  }

  async save(request: SaveRequest): Promise<Result<SavedFolder>> {
    noteAgentFolder(request.folder)
    const before = this.#last.get(request.folder)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(request.folder, promise)
    await before
    try {
      return await this.#save(request)
    } catch (error) {
      return refuse(`The checkpoint failed: ${errorMessage(error)}`)
    } finally {
      resolve()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#last.values())
    for (const opened of this.#open.values()) {
      const store = await opened
      if (store.ok && store.value instanceof GitStore) await store.value.close()
    }
    this.#open.clear()
  }

  /** Writes the files of a state into a new folder of a repository. */
  async fill(place: CheckpointPlace, id: string): Promise<Result<null>> {
    if (!isStoredId(id)) return refuse('This state is not stored here.')
    const opened = await this.storeOf(place)
    if (!opened.ok) return opened
    return opened.value instanceof GitStore ? opened.value.fill(id) : refuse('A state of copies fills no folder.')
  }

  async difference(place: CheckpointPlace, before: string, after: string): Promise<Result<readonly FileDifference[]>> {
    if (place.store !== 'copies') {
      const open = await this.#open.get(`${place.store}\0${place.folder}`)
      const last = open?.ok === true && open.value instanceof GitStore ? open.value.lastDifference(before, after) : null
      if (last !== null) return ok(last)
      return this.#readFrom(place, after, async (reader) => differenceOf(reader, before, after))
    }
    const copies = await this.storeOf(place)
    if (!copies.ok) return copies
    return copies.value instanceof CopyStore ? copies.value.difference(before, after) : refuse(NOT_STORED)
  }

  async read(place: CheckpointPlace, versions: readonly FileVersion[]): Promise<Result<readonly Uint8Array[]>> {
    const [first] = versions
    if (first === undefined) return ok([])
    if (place.store !== 'copies') {
      return this.#readFrom(place, first.hash, async (reader) => contentsOf(reader, versions))
    }
    const copies = await this.storeOf(place)
    if (!copies.ok) return copies
    return copies.value instanceof CopyStore ? copies.value.read(versions) : refuse(NOT_STORED)
  }

  /** The folder of a place may be gone: states are read from our own store. `id`: of one of the objects. */
  async #readFrom<T>(
    place: CheckpointPlace,
    id: string,
    read: (reader: StateReader) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const problem = await this.#placeProblem(place)
    if (problem !== null) return refuse(problem)
    const key = `${formatOf(id)}\0${place.folder}`
    const held = await this.#readers.get(key)
    const found = held?.ok === true ? await read(held.value) : null
    // Otherwise the repository may be another one by now.
    if (found?.ok === true) return found
    const env = gitEnvironment(this.#options.environment)
    const opening = readerOf(place, id, this.#parent(), env).catch((error: unknown) => refuse(errorMessage(error)))
    this.#readers.set(key, opening)
    const opened = await opening
    return opened.ok ? read(opened.value) : opened
  }

  #parent(): string {
    const parent = join(this.#options.dataDirectory, 'checkpoints')
    makeFolder(parent, { mode: 0o700 })
    return parent
  }

  /** Closes the store of a folder that will be removed. */
  async forget(folder: string): Promise<void> {
    this.#kinds.delete(folder)
    for (const key of this.#readers.keys()) if (key.endsWith(`\0${folder}`)) this.#readers.delete(key)
    for (const store of ['git', 'shadow', 'copies'] as const) {
      const key = `${store}\0${folder}`
      const opened = await this.#open.get(key)
      this.#open.delete(key)
      if (opened?.ok === true && opened.value instanceof GitStore) await opened.value.close()
    }
  }

  /** A place comes from a row of the database: one where no state is ever saved is refused. */
  async storeOf({ store, folder }: CheckpointPlace): Promise<Result<Store>> {
    const problem = await this.#placeProblem({ store, folder })
    if (problem !== null) return refuse(problem)
    const key = `${store}\0${folder}`
    const open = this.#open.get(key) ?? this.#openStore({ store, folder })
    this.#open.set(key, open)
    return open
  }

  async #placeProblem({ store, folder }: CheckpointPlace): Promise<string | null> {
    if (!isAbsolute(folder) || resolve(folder) !== folder) return `${folder} is not the path of a folder.`
    const isWide = folder === parse(folder).root || (await this.#options.wideFolder(folder)) !== null
    return store !== 'copies' && isWide ? `The states of ${folder} are not stored in this way.` : null
  }

  async #save(request: SaveRequest, isReopened = false): Promise<Result<SavedFolder>> {
    const { folder, touched } = request
    // Its first call is recorded before the tool itself would make it.
    if (folder === this.#options.workspace) tryToMakeFolder(folder)
    const missing = await missingFolder(folder)
    if (missing !== null) {
      await this.forget(folder)
      return refuse(missing)
    }
    const kind = await this.#kindOf(folder)
    const place = { store: kind, folder }
    const opened = await this.storeOf(place)
    if (!opened.ok && (isReopened || kind !== 'git')) return opened
    const isCurrent = opened.ok && (!(opened.value instanceof GitStore) || (await opened.value.isCurrent()))
    if (!isReopened && !isCurrent) {
      await this.forget(folder)
      return this.#save(request, true)
    }
    if (!opened.ok) return opened
    const store = opened.value
    if (store instanceof CopyStore) return mapOk(await store.save(touched), (saved) => ({ place, ...saved }))
    const saved = await store.save(kind === 'git' ? IN_GIT : OUTSIDE_GIT)
    if (saved.ok || !store.isNew) return mapOk(saved, (value) => ({ place, ...value }))
    // Otherwise every call would try again, which may take long.
    this.#kinds.set(folder, Promise.resolve('copies'))
    return this.#save(request)
  }

  /** Looked up once, and again when the folder has another repository or none any more. */
  #kindOf(folder: string): Promise<CheckpointPlace['store']> {
    const kind = this.#kinds.get(folder) ?? this.#findKind(folder)
    this.#kinds.set(folder, kind)
    return kind
  }

  async #findKind(folder: string): Promise<CheckpointPlace['store']> {
    if (folder === parse(folder).root || (await this.#options.wideFolder(folder)) !== null) return 'copies'
    if (!(await this.#hasGit())) return 'copies'
    return (await findRepository(folder)) === null ? 'shadow' : 'git'
  }

  #hasGit(): Promise<boolean> {
    const env = gitEnvironment(this.#options.environment)
    // Programs below the folder in which one is started are not used: a package manager may have put git below the data's parent.
    const cwd = parse(this.#options.dataDirectory).root
    this.#git ??= runGit({ args: ['--version'], cwd, env }).then(({ ok: is }) => is)
    return this.#git
  }

  async #openStore({ store, folder }: CheckpointPlace): Promise<Result<Store>> {
    const { dataDirectory, environment, maxFileBytes, isHidden } = this.#options
    try {
      const parent = this.#parent()
      if (store === 'copies') return ok(new CopyStore(folder, join(parent, 'copies'), maxFileBytes))
      const repository = store === 'git' ? await findRepository(folder) : null
      if (store === 'git' && repository === null) return refuse(`${folder} is not in a git repository any more.`)
      const opened = await openGitDirectory(folder, repository, {
        parent,
        env: gitEnvironment(environment),
        dataDirectory,
      })
      return mapOk(
        opened,
        (directory) => new GitStore(directory, maxFileBytes, store === 'git' ? isHidden : () => false),
      )
    } catch (error) {
      return refuse(`The store of checkpoints cannot be opened: ${errorMessage(error)}`)
    }
  }
}
