import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Project } from '../../core/ports/project-ports.ts'

/** Largest file that names a repository's folder, bytes. */
const MAX_POINTER = 8_192

/**
 * Returns the project of a folder: the nearest folder with `.git`, below the home directory; else the folder itself. A
 * folder that does not exist is its own project.
 */
export async function findProject(folder: string, homeDirectory: string): Promise<Project> {
  const start = await realpath(folder).catch(() => folder)
  const home = await realpath(homeDirectory).catch(() => homeDirectory)
  for (let path = start; path !== home && path !== dirname(path) && !isAbove(path, home); path = dirname(path)) {
    const git = await lstat(join(path, '.git')).catch(() => null)
    if (git !== null) return { path, trustedAs: git.isFile() ? ((await mainWorkingTree(path)) ?? path) : path }
  }
  return { path: start, trustedAs: start }
}

function isAbove(path: string, home: string): boolean {
  return home.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/**
 * Returns the main working tree of a worktree; null: this is none. A folder can claim to be a worktree of any
 * repository, so the repository must name the folder too.
 */
async function mainWorkingTree(path: string): Promise<string | null> {
  try {
    const pointer = await firstLine(join(path, '.git'))
    if (!pointer.startsWith('gitdir: ')) return null
    const own = await realpath(pointer.slice('gitdir: '.length))
    const worktrees = dirname(own)
    const git = dirname(worktrees)
    if (basename(worktrees) !== 'worktrees' || basename(git) !== '.git') return null
    const named = await realpath(dirname(await firstLine(join(own, 'gitdir'))))
    return named === path ? dirname(git) : null
  } catch {
    return null
  }
}

async function firstLine(path: string): Promise<string> {
  const { size } = await lstat(path)
  return size > MAX_POINTER ? '' : ((await readFile(path, 'utf8')).split('\n')[0] ?? '')
}
