import { lstat, readFile, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/** A repository with files, found without running git. All paths are absolute. */
export interface Repository {
  /** The folder that contains `.git`. */
  readonly top: string
  /** Of a worktree: its own directory inside the common one. */
  readonly gitDirectory: string
  readonly commonDirectory: string
}

/**
 * Returns the repository that a folder is in; null: none, or one that is not trusted to be where it seems. `.git` must be
 * a real directory, or the file of a linked worktree that its repository knows. So a folder cannot make us write into
 * another repository by a link or a file.
 */
export async function findRepository(folder: string): Promise<Repository | null> {
  for (let top = folder; ; top = dirname(top)) {
    const found = await lstat(join(top, '.git')).catch(() => null)
    if (found !== null) return found.isDirectory() ? ownRepository(top) : found.isFile() ? linkedWorktree(top) : null
    if (top === dirname(top)) return null
  }
}

async function ownRepository(top: string): Promise<Repository | null> {
  const gitDirectory = join(top, '.git')
  return (await isStore(gitDirectory)) ? { top, gitDirectory, commonDirectory: gitDirectory } : null
}

async function linkedWorktree(top: string): Promise<Repository | null> {
  const named = /^gitdir: (.+)$/m.exec(await text(join(top, '.git')))?.[1]
  if (named === undefined) return null
  const gitDirectory = await realpath(resolve(top, named)).catch(() => null)
  if (gitDirectory === null) return null
  const back = (await text(join(gitDirectory, 'gitdir'))).trim()
  const backFrom = await realpath(isAbsolute(back) ? back : join(gitDirectory, back)).catch(() => null)
  const common = (await text(join(gitDirectory, 'commondir'))).trim()
  if (back === '' || common === '' || backFrom !== (await realpath(join(top, '.git')).catch(() => ''))) return null
  const commonDirectory = resolve(gitDirectory, common)
  return (await isStore(commonDirectory)) ? { top, gitDirectory, commonDirectory } : null
}

/** Whether objects and refs are directories, not links to somewhere else. */
async function isStore(directory: string): Promise<boolean> {
  const names = ['', 'objects', 'refs', 'refs/ikigai', 'refs/ikigai/checkpoints']
  const found = await Promise.all(names.map(async (name) => lstat(join(directory, name)).catch(() => null)))
  const [own, objects, refs, ...ours] = found
  const isKnown = [own, objects, refs].every((each) => each?.isDirectory() === true)
  return isKnown && ours.every((each) => each === null || each.isDirectory()) && (await hasRealFanOut(directory))
}

async function hasRealFanOut(directory: string): Promise<boolean> {
  const names = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))
  const found = await Promise.all(
    [...names, 'pack', 'info'].map(async (name) => lstat(join(directory, 'objects', name)).catch(() => null)),
  )
  return found.every((each) => each === null || each.isDirectory())
}

async function text(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
