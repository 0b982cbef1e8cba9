import { createHash } from 'node:crypto'
import { lstat, realpath, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

import type { SavedFolder } from '../../core/ports/checkpoint-ports.ts'
import type { Worktrees, WorktreeRequest } from '../../core/ports/worktree-ports.ts'
import type { AgentWorktree, SharedDependencies } from '../../../shared/agent-worktree.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { sizeOfFolder } from '../folder-sizes.ts'
import { isInside } from '../is-inside.ts'
import { isOwnPath } from '../own-path.ts'
import { claimPorts, releasePorts } from '../worktree-ports.ts'
import { copyFileInto, type CopyRoots } from './copy-into.ts'
import { differingFiles } from './differing-files.ts'
import { findRepository, headCommit, objectOf, type Repository } from './find-repository.ts'
import type { FolderStores } from './folder-stores.ts'
import { readSetupFiles } from './setup-files.ts'
import { shareDependencies } from './share-dependencies.ts'
import { filtersOff, gitEnvironment, runGit } from './run-git.ts'
import { defined } from '../../../shared/defined.ts'
import { fillIndex, isBare } from './worktree-index.ts'
import { makeFolder } from '../../make-folder.ts'

export interface WorktreeOptions {
  readonly stores: FolderStores
  readonly dataDirectory: string
  readonly environment: Readonly<Record<string, string>>
}

/** Creates worktrees in `worktrees/` of the data directory. */
export function createWorktrees(options: WorktreeOptions): Worktrees {
  return {
    root: () =>
      caught(async () => {
        const folder = worktreesFolder(options)
        makeFolder(folder, { mode: 0o700 })
        return ok(await realpath(folder))
      }),
    async arePossible(folder) {
      const repository = await findRepository(folder)
      return repository !== null && (await headCommit(repository, options.environment)).ok
    },
    setupFiles: (folder) => caught(() => readSetupFiles(folder)),
    create: (request) => caught(() => create(request, options)),
    check: (worktree) => caught(() => check(worktree, options)),
    size: async ({ directory }) =>
      (await lstat(directory).catch(() => null))?.isDirectory() === true ? sizeOfFolder(directory) : null,
    differing: (worktree, paths) => caught(() => differingFiles(worktree, paths)),
    remove: (worktree) => caught(() => remove(worktree, options)),
  }
}

async function caught<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    return refuse(`The worktree could not be changed: ${errorMessage(error)}`)
  }
}

async function create(request: WorktreeRequest, options: WorktreeOptions): Promise<Result<AgentWorktree>> {
  const { folder } = request
  const repository = await findRepository(folder)
  if (repository === null) {
    const reason = (await isBare(folder)) ? 'is a bare repository, which has no files' : 'is in no git repository'
    return refuse(`${folder} ${reason}: an own worktree needs a repository with files.`)
  }
  const whole = await wantedState(request, repository, options)
  if (!whole.ok) return whole
  if (whole.value.place.store !== 'git') return refuse('An own worktree needs git, which is not installed.')
  const commit = await headCommit(repository, options.environment, request.commit)
  if (!commit.ok) return commit
  const name = nameOf(request)
  const hash = createHash('sha256').update(repository.commonDirectory).digest('hex').slice(0, 8)
  const parent = join(worktreesFolder(options), `${basename(repository.top)}-${hash}`)
  makeFolder(parent, { mode: 0o700 })
  const directory = join(await realpath(parent), name)
  const branch = `ikigai/${name}`
  if (request.replaces === true) await removeLeft(repository, directory, options)
  const add = ['worktree', 'add', '--quiet', '--no-checkout', '--detach', directory, commit.value]
  const added = await inRepository(repository, add, options)
  if (!added.ok) return added
  const made = { directory, branch, commit: commit.value, wholeBase: whole.value.id }
  const { stores } = options
  const roots = { top: repository.top, worktree: directory, isHidden: (path: string) => stores.isHidden(path) }
  const signal = AbortSignal.any([stores.closed, request.signal ?? NEVER])
  const filled = await fill({ repository, request, whole: whole.value, roots }, options)
  const ready = filled.ok
    ? await withDependencies(filled.value, { repository, request, roots, signal }, options)
    : filled
  if (ready.ok && !signal.aborted) {
    const ports = await claimPorts(worktreesFolder(options), directory)
    return ok({ ...made, ...ready.value, parentFolder: folder, ...defined({ ports: ports ?? undefined }) })
  }
  await removeDirectory(repository, { ...made, folder: directory, parentFolder: folder, base: '' }, options)
  return ready.ok ? refuse('The worktree was not made, because this was cancelled.') : ready
}

type FilledPlace = Pick<AgentWorktree, 'folder' | 'base'> & { readonly left: SharedDependencies['left'] }

/** Copies what git ignores, and the files of submodules, which are part of the states that the worktree begins with. */
async function withDependencies(
  { left: leftOut, ...place }: FilledPlace,
  {
    repository: { gitDirectory },
    request,
    roots,
    signal,
  }: Omit<NewDirectory, 'whole'> & { readonly signal: AbortSignal },
  { stores, environment }: WorktreeOptions,
): Promise<Result<Pick<AgentWorktree, 'folder' | 'base' | 'dependencies'> & { readonly wholeBase?: string }>> {
  const patterns = request.copy ?? []
  const shared = await shareDependencies({ ...roots, gitDirectory, environment, signal, patterns })
  const { copied, left, hasSubmodules = false } = shared
  const filled = { ...place, dependencies: { copied, left: [...leftOut, ...left] } }
  if (!hasSubmodules || signal.aborted) return ok(filled)
  const { agentId } = request
  const whole = await stores.save({ agentId, folder: roots.worktree, touched: [] })
  if (!whole.ok) return whole
  const own = await stores.save({ agentId, folder: place.folder, touched: [] })
  return mapOk(own, ({ id }) => ({ ...filled, base: id, wholeBase: whole.value.id }))
}

const NEVER = new AbortController().signal

/** The state of the whole repository that the worktree gets. The state of a commit is its tree. */
async function wantedState(
  { agentId, commit }: WorktreeRequest,
  repository: Repository,
  { stores, environment }: WorktreeOptions,
): Promise<Result<SavedFolder>> {
  if (commit === undefined) return stores.save({ agentId, folder: repository.top, touched: [] })
  const found = await headCommit(repository, environment, commit)
  if (!found.ok) return found
  const tree = await objectOf(repository, environment, `${found.value}^{tree}`)
  return mapOk(tree, (id) => ({ place: { store: 'git', folder: repository.top }, id, skipped: [] }))
}

interface NewDirectory {
  readonly repository: Repository
  readonly request: WorktreeRequest
  readonly whole: SavedFolder
  readonly roots: CopyRoots
}

/**
 * Writes the files of the state: without filters, so that no program runs and every byte is as in the folder. `left`: files
 * that it does not contain and that could not be copied.
 */
async function fill(
  { repository, request: { agentId, folder }, whole, roots }: NewDirectory,
  options: WorktreeOptions,
): Promise<Result<FilledPlace>> {
  const { stores } = options
  const { worktree: directory } = roots
  const left: { path: string; reason: string }[] = []
  const filled = await stores.fill({ store: 'git', folder: directory }, whole.id)
  if (!filled.ok) return filled
  for (const { path, reason } of whole.skipped) {
    if (reason !== 'large' && reason !== 'protected') continue
    const problem = await copyFileInto(path, roots).catch(errorMessage)
    if (problem !== null) left.push({ path, reason: problem })
  }
  const own = await findRepository(directory)
  if (own === null) return refuse('Git made a worktree that is not readable.')
  const index = await fillIndex(repository, own, options.environment)
  if (!index.ok) return index
  const inside = join(directory, relative(repository.top, folder))
  makeFolder(inside)
  const saved = await stores.save({ agentId, folder: inside, touched: [] })
  return mapOk(saved, ({ id }) => ({ folder: inside, base: id, left }))
}

function worktreesFolder({ dataDirectory }: WorktreeOptions): string {
  return join(dataDirectory, 'worktrees')
}

/** The directory is `worktrees/REPOSITORY/NAME`, the branch `ikigai/NAME`, as `create` names them. */
async function check(
  { directory, folder, parentFolder, branch, commit }: AgentWorktree,
  options: WorktreeOptions,
): Promise<Result<null>> {
  const isNamed = branch === `ikigai/${basename(directory)}` && /^[0-9a-f]{40,64}$/.test(commit)
  if (!isNamed || !isInside(directory, folder) || !(await isOwnPath(worktreesFolder(options), directory, 2))) {
    return refuse(`${directory} is not a worktree that ikigai made. Nothing was changed.`)
  }
  const inside = await realpath(folder).catch(() => folder)
  const [own, parent] = await Promise.all([findRepository(directory), findRepository(parentFolder)])
  const isSame = own === null || parent === null || own.commonDirectory === parent.commonDirectory
  return isSame && isInside(directory, inside)
    ? ok(null)
    : refuse(`${directory} is not a worktree of the repository of ${parentFolder}. Nothing was changed.`)
}

async function remove(worktree: AgentWorktree, options: WorktreeOptions): Promise<Result<null>> {
  const checked = await check(worktree, options)
  if (!checked.ok) return checked
  const repository = await findRepository(worktree.directory)
  await options.stores.forget(worktree.folder)
  await options.stores.forget(worktree.directory)
  if (repository === null) {
    const isGone = (await lstat(worktree.directory).catch(() => null)) === null
    await rm(worktree.directory, { recursive: true, force: true })
    await releasePorts(worktreesFolder(options), worktree.directory)
    const parent = isGone ? await findRepository(worktree.parentFolder) : null
    return parent === null ? ok(null) : removeDirectory(parent, worktree, options)
  }
  const held = await holdCommits(repository, worktree, options)
  return held.ok ? removeDirectory(repository, worktree, options) : held
}

async function removeDirectory(
  repository: Repository,
  { directory, branch, commit }: AgentWorktree,
  options: WorktreeOptions,
): Promise<Result<null>> {
  const removed = await inRepository(repository, ['worktree', 'remove', '--force', directory], options)
  if (!removed.ok) return removed
  await releasePorts(worktreesFolder(options), directory)
  // Earlier versions made the branch at once. With the old value: one that has commits of its own stays.
  await inRepository(repository, ['update-ref', '-d', `refs/heads/${branch}`, commit], options)
  return ok(null)
}

/** Also a directory that git does not know any more, or not yet. */
async function removeLeft(repository: Repository, directory: string, options: WorktreeOptions): Promise<void> {
  if ((await lstat(directory).catch(() => null)) === null) return
  await inRepository(repository, ['worktree', 'remove', '--force', directory], options)
  await rm(directory, { recursive: true, force: true })
  await releasePorts(worktreesFolder(options), directory)
  await inRepository(repository, ['worktree', 'prune'], options)
}

/** Makes the branch for commits of a worktree that no branch, tag or remote contains: they would be collected as garbage. */
async function holdCommits(
  repository: Repository,
  { branch, commit }: AgentWorktree,
  options: WorktreeOptions,
): Promise<Result<null>> {
  const head = await headCommit(repository, options.environment)
  if (!head.ok || head.value === commit) return ok(null)
  const search = ['--count=1', '--format=%(refname)', `--contains=${head.value}`]
  const found = await inRepository(
    repository,
    ['for-each-ref', ...search, 'refs/heads', 'refs/tags', 'refs/remotes'],
    options,
  )
  if (!found.ok || found.value.stdout.length > 0) return mapOk(found, () => null)
  const made = await inRepository(repository, ['update-ref', `refs/heads/${branch}`, head.value, ''], options)
  if (made.ok) return ok(null)
  return refuse(
    `The worktree has commits, and the branch ${branch} that would keep them cannot be made. ${made.error.message}`,
  )
}

async function inRepository({ commonDirectory }: Repository, args: readonly string[], options: WorktreeOptions) {
  const own = { ...gitEnvironment(options.environment), GIT_DIR: commonDirectory }
  const quiet = await filtersOff(commonDirectory, own)
  if (!quiet.ok) return quiet
  const env = quiet.value
  return runGit({ args, cwd: commonDirectory, env })
}

/** Returns a name that is valid for a branch and a directory, and unique by the agent's id. */
function nameOf({ agentId, name }: WorktreeRequest): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return [words, agentId.slice(0, 8)].filter((part) => part !== '').join('-')
}
