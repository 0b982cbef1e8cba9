import { lstat, readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'

import { isInside } from '../is-inside.ts'
import { linkedWorktree } from '../linked-worktree.ts'
import { gitEnvironment, runGit } from './run-git.ts'

/** A repository with files, found without running git. All paths are absolute. */
export interface Repository {
  /** The folder that contains `.git`. */
  readonly top: string
  /** Of a worktree: its own directory inside the common one. */
  readonly gitDirectory: string
  readonly commonDirectory: string
}

/**
 * Returns the repository that a folder is in; null: none, or one that is not trusted to be where it seems. `.git` must
 * be a real directory, or the file of a linked worktree that its repository lists. So a folder cannot make us write
 * into another repository by a link or a file.
 */
export async function findRepository(folder: string): Promise<Repository | null> {
  for (let top = folder; ; top = dirname(top)) {
    const found = await lstat(join(top, '.git')).catch(() => null)
    if (found !== null)
      return found.isDirectory() ? ownRepository(top) : found.isFile() ? repositoryOfWorktree(top) : null
    if (top === dirname(top)) return null
  }
}

async function ownRepository(top: string): Promise<Repository | null> {
  const gitDirectory = join(top, '.git')
  return (await isStore(gitDirectory)) ? { top, gitDirectory, commonDirectory: gitDirectory } : null
}

async function repositoryOfWorktree(top: string): Promise<Repository | null> {
  const worktree = await linkedWorktree(top)
  return worktree !== null && (await isStore(worktree.commonDirectory)) ? { top, ...worktree } : null
}

/** Returns the directory of a repository if it is still there and trusted as `findRepository` does; null: it is not. */
export async function repositoryAt(commonDirectory: string | null): Promise<string | null> {
  return commonDirectory !== null && (await isStore(commonDirectory)) ? commonDirectory : null
}

/** Whether objects and refs are directories, not links to somewhere else. */
async function isStore(directory: string): Promise<boolean> {
  const names = ['', 'objects', 'refs', 'refs/ikigai', 'refs/ikigai/checkpoints']
  const found = await Promise.all(names.map(async (name) => lstat(join(directory, name)).catch(() => null)))
  const [own, objects, refs, ...ours] = found
  const isKnown = [own, objects, refs].every((each) => each?.isDirectory() === true)
  const isReal =
    isKnown && ours.every((each) => each === null || each.isDirectory()) && (await hasRealFanOut(directory))
  return isReal && (await staysInside(await realpath(directory)))
}

/** What git does not use for ikigai: links in there do no harm. The objects are checked apart. */
const UNUSED = new Set(['hooks', 'modules', 'lfs', 'annex', 'objects'])

/**
 * Whether no link in a git directory leads out of it, and nothing in it is a pipe. Git would write logs and branches where
 * a link leads, repeat lines of a file there in its messages, and wait for a pipe.
 */
async function staysInside(directory: string, root = directory): Promise<boolean> {
  const folders = directory === root ? ['objects/info', 'objects/pack'].map((name) => join(root, name)) : []
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (directory === root && UNUSED.has(entry.name)) continue
    if (entry.isDirectory()) folders.push(path)
    else if (entry.isSymbolicLink()) {
      const real = await realpath(path).catch(() => null)
      if (real === null || !isInside(root, real)) return false
    } else if (!entry.isFile() && !entry.isSocket()) return false
  }
  for (const folder of folders) if (!(await staysInside(folder, root))) return false
  return true
}

async function hasRealFanOut(directory: string): Promise<boolean> {
  const names = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))
  const found = await Promise.all(
    [...names, 'pack', 'info'].map(async (name) => lstat(join(directory, 'objects', name)).catch(() => null)),
  )
  return found.every((each) => each === null || each.isDirectory())
}

type Environment = Readonly<Record<string, string>>

/** Returns the commit that git knows by a name, the newest one by default. REFUSED if there is none. */
export async function headCommit(
  repository: Repository,
  environment: Environment,
  name = 'HEAD',
): Promise<Result<string>> {
  const found = await objectOf(repository, environment, `${name}^{commit}`)
  if (found.ok) return found
  if (name === 'HEAD') return refuse('The repository needs at least one commit. Make one with git first.')
  return refuse(`${repository.top} has no commit ${name}.`)
}

/** Returns the id of the object that git knows by a name. */
export async function objectOf(
  { gitDirectory, top }: Repository,
  environment: Environment,
  name: string,
): Promise<Result<string>> {
  const env = { ...gitEnvironment(environment), GIT_DIR: gitDirectory }
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', name]
  return mapOk(await runGit({ args, cwd: top, env }), ({ stdout }) => stdout.toString().trim())
}
