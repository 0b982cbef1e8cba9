import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Project } from '../../core/ports/project-ports.ts'
import { linkedWorktree } from '../linked-worktree.ts'

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

/** Returns the main working tree of a linked worktree; null: this is none, or its repository has no working tree. */
async function mainWorkingTree(path: string): Promise<string | null> {
  const common = (await linkedWorktree(path))?.commonDirectory
  return common !== undefined && basename(common) === '.git' ? dirname(common) : null
}
