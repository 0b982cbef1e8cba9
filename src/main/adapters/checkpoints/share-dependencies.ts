import { lstat, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { AppError } from '../../../shared/app-error.ts'
import type { SharedDependencies } from '../../../shared/agent-worktree.ts'
import { errorMessage, mapOk, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../make-folder.ts'
import { copyTree, sharesBlocks, sizeUpTo } from '../copy-tree.ts'
import { compareCopy, type CopyRoots } from './copy-into.ts'
import type { Repository } from './find-repository.ts'
import { gitEnvironment, nulSeparated, runGit } from './run-git.ts'
import { hasRealFolders } from './safe-path.ts'
import { dropRepositories, filledSubmodules, removeEmpty } from './submodules.ts'

/**
 * Folders into which package managers install what a project needs. `isCache`: it can be built anew from what is there, and is
 * copied only where that takes no room.
 */
const DEPENDENCIES: readonly { readonly name: string; readonly isCache?: true }[] = [
  // npm, pnpm, yarn, bun
  { name: 'node_modules' },
  { name: '.yarn' },
  { name: '.pnp.cjs' },
  { name: '.pnp.loader.mjs' },
  // uv, pip, poetry, pipenv
  { name: '.venv' },
  { name: 'venv' },
  { name: '__pypackages__' },
  // composer, bundler, go
  { name: 'vendor' },
  { name: '.bundle' },
  // mix, cocoapods, elm
  { name: 'deps' },
  { name: 'Pods' },
  { name: 'elm-stuff' },
  // cargo, maven
  { name: 'target', isCache: true },
  // gradle
  { name: '.gradle', isCache: true },
]

/** Modules of Node and Python that were compiled into the folder of the sources. */
const COMPILED = /\.node$|\.(?:cpython-[^.]+|abi3)\.so$|\.pyd$/
/** Where node-gyp builds, beside its file. Other folders of this name can be anything. */
const GYP = { folder: 'build', file: 'binding.gyp' }

/** Most bytes that are copied where the file system cannot share them between files. */
const MAX_COPIED = 4 * 1024 ** 3

/** Longest time that copies for one worktree may take, ms. */
const COPY_MS = 120_000

const TOO_LONG = `Copying took longer than ${COPY_MS / 1000} seconds.`

export interface SharingRequest extends CopyRoots {
  readonly gitDirectory: Repository['gitDirectory']
  readonly environment: Readonly<Record<string, string>>
  /** Nothing more is copied once it is aborted. */
  readonly signal: AbortSignal
  /** What else is copied of what git ignores, as in `.gitignore`. Missing: nothing. */
  readonly patterns?: readonly string[]
  /** Longest time for all copies, ms; missing: two minutes. */
  readonly limitMs?: number
}

export interface SharingResult extends SharedDependencies {
  /** Files of submodules were copied. Git does not ignore them, so the worktree has another state now. */
  readonly hasSubmodules?: true
}

/**
 * Gives a new worktree the installed dependencies of the folder that git ignores: its own copies, so that nothing that is
 * done in the worktree changes the folder, what else `patterns` name, as in `.gitignore`, and the files of submodules.
 * Copies share their blocks where the file system can. Never fails: what is
 * left out is said.
 */
export async function shareDependencies(request: SharingRequest): Promise<SharingResult> {
  const { top, worktree, gitDirectory, environment, patterns = [], limitMs = COPY_MS } = request
  const env = { ...gitEnvironment(environment), GIT_DIR: gitDirectory, GIT_WORK_TREE: top }
  const found = await ignoredDependencies(top, env)
  if (!found.ok) return notShared(found.error)
  const named = await ignoredByPatterns(top, env, patterns)
  if (!named.ok) return notShared(named.error)
  const modules = await filledSubmodules(top, env)
  if (!modules.ok) return notShared(modules.error)
  const within = (path: string, folders: readonly string[]) => folders.some((folder) => path.startsWith(`${folder}/`))
  const added = named.value.filter((path) => !found.value.includes(path) && !within(path, found.value))
  const all = [...modules.value, ...found.value.filter((path) => !within(path, added)), ...added]
  const shares = all.length > 0 && (await sharesBlocks(top, dirname(worktree)))
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limitMs)])
  const copied: string[] = []
  const left: { path: string; reason: string }[] = []
  for (const path of all) {
    const isCache =
      DEPENDENCIES.some((each) => each.name === basename(path) && each.isCache === true) && !named.value.includes(path)
    const isSubmodule = modules.value.includes(path)
    const problem = signal.aborted ? TOO_LONG : await copy(path, request, { shares, isCache, isSubmodule, signal })
    if (problem === null) copied.push(path)
    else left.push({ path, reason: problem })
  }
  const hasSubmodules = modules.value.some((path) => copied.includes(path))
  return hasSubmodules ? { copied, left, hasSubmodules } : { copied, left }
}

function notShared({ message }: AppError): SharedDependencies {
  return { copied: [], left: [{ path: '', reason: message }] }
}

/** Returns the ignored folders and files with names of dependencies and of compiled modules, at any depth, without those inside others. */
async function ignoredDependencies(
  top: string,
  env: Readonly<Record<string, string>>,
): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const listed = await runGit({ args, cwd: top, env })
  if (!listed.ok) return listed
  const names = new Set(DEPENDENCIES.map(({ name }) => name))
  const paths = nulSeparated(listed.value.stdout).map((path) => path.replace(/\/$/, ''))
  const wanted: string[] = []
  for (const path of paths) {
    const name = basename(path)
    const isKnown = names.has(name) || COMPILED.test(name)
    if (isKnown || (name === GYP.folder && (await isFile(join(top, dirname(path), GYP.file))))) wanted.push(path)
  }
  return ok(wanted)
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() === true
}

/** Returns the ignored files and folders that patterns of `.gitignore` name. */
async function ignoredByPatterns(
  top: string,
  env: Readonly<Record<string, string>>,
  patterns: readonly string[],
): Promise<Result<readonly string[]>> {
  if (patterns.length === 0) return ok([])
  const list = async (args: readonly string[]) =>
    mapOk(
      await runGit({ args: ['ls-files', '--others', '--ignored', '--directory', '-z', ...args], cwd: top, env }),
      ({ stdout }) => nulSeparated(stdout),
    )
  const named = await list(patterns.map((pattern) => `--exclude=${pattern}`))
  if (!named.ok) return named
  const ignored = await list(['--exclude-standard'])
  if (!ignored.ok) return ignored
  const isIgnored = (path: string): boolean =>
    ignored.value.some((each) => each === path || (each.endsWith('/') && path.startsWith(each)))
  return ok(named.value.filter(isIgnored).map((path) => path.replace(/\/$/, '')))
}

interface CopyWay {
  /** Whether copies take no room. */
  readonly shares: boolean
  readonly isCache: boolean
  readonly isSubmodule: boolean
  readonly signal: AbortSignal
}

/** Returns why a folder was not copied; null: it was. */
async function copy(
  path: string,
  roots: CopyRoots,
  { shares, isCache, isSubmodule, signal }: CopyWay,
): Promise<string | null> {
  const { top, worktree } = roots
  const [from, to] = [join(top, path), join(worktree, path)]
  if (isSubmodule && (await hasRealFolders(worktree, path))) await removeEmpty(to)
  if ((await lstat(to).catch(() => null)) !== null) return 'The worktree has it already.'
  if (isCache && !shares) return 'It can be built again, and the file system cannot share it.'
  if (!(await hasRealFolders(worktree, path))) return 'A folder above it is a link.'
  try {
    const bytes = shares ? 0 : await sizeUpTo(from, MAX_COPIED, signal)
    if (bytes > MAX_COPIED)
      return `It is larger than ${MAX_COPIED / 1024 ** 3} GiB, and the file system cannot share it.`
    makeFolder(dirname(to))
    const problem = (await copied({ from, to, signal })) ?? (await compareCopy(path, roots, signal))
    if (problem === null) {
      if (isSubmodule) await dropRepositories(to)
      await moveEnvironment(to, top, worktree)
      return null
    }
    await rm(to, { recursive: true, force: true })
    return problem
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    return signal.aborted ? TOO_LONG : errorMessage(error)
  }
}

async function copied({ from, to, signal }: { from: string; to: string; signal: AbortSignal }): Promise<string | null> {
  const problem = await copyTree([from], to, signal)
  return problem !== null && signal.aborted ? TOO_LONG : problem
}

/**
 * Makes the virtual environments in a copied folder those of the worktree: their programs, and packages that are installed
 * from the project itself, name their place by its absolute path, so that a test would otherwise run the files of the folder.
 */
async function moveEnvironment(folder: string, top: string, worktree: string): Promise<void> {
  const isEnvironment = (await lstat(join(folder, 'pyvenv.cfg')).catch(() => null)) !== null
  if (!isEnvironment) return
  const programs = await filesIn(join(folder, 'bin'))
  const packages = await pathFiles(join(folder, 'lib'))
  for (const file of [join(folder, 'pyvenv.cfg'), ...programs, ...packages]) await replaceIn(file, top, worktree)
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [join(folder, entry.name)] : []))
}

/** The files of installed packages that name folders of the project. */
async function pathFiles(lib: string): Promise<readonly string[]> {
  const versions = await readdir(lib).catch(() => [])
  const all = await Promise.all(
    versions.map(async (version) => {
      const site = join(lib, version, 'site-packages')
      const entries = await readdir(site).catch(() => [])
      const infos = entries
        .filter((name) => name.endsWith('.dist-info'))
        .map((name) => join(site, name, 'direct_url.json'))
      const own = entries.filter((name) => name.endsWith('.pth') || /^__editable__.*\.py$/.test(name))
      return [...infos, ...own.map((name) => join(site, name))]
    }),
  )
  return all.flat()
}

/** Longest file that is searched for paths, bytes. */
const MAX_TEXT = 1024 ** 2

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  // A folder of the environment may be a link to elsewhere.
  const isOwn = (await realpath(file).catch(() => null)) === file
  if (found === null || !isOwn || !found.isFile() || found.size > MAX_TEXT) return
  const bytes = await readFile(file)
  if (bytes.includes(0) || !bytes.includes(from)) return
  const text = bytes.toString('latin1')
  const [before, after] = [from, to].map((path) => Buffer.from(path).toString('latin1'))
  await writeFile(file, Buffer.from(text.replaceAll(before ?? '', after ?? ''), 'latin1'))
}
