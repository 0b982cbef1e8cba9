import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { linkedWorktree } from '../linked-worktree.ts'

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
