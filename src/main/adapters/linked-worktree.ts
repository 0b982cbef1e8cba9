import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { isInside } from './is-inside.ts'

/** The directories of a linked worktree of git, outside its files. The paths are real. */
export interface LinkedWorktree {
  /** Its own directory inside the common one. */
  readonly gitDirectory: string
  /** The git directory of the repository. */
  readonly commonDirectory: string
}

/** Largest file that is read, bytes. Each holds one path. */
const MAX_POINTER = 8_192

/**
 * Returns the directories of the linked worktree at `top`; null: this is none. Its `.git` file alone proves nothing,
 * because any program could have written it: the repository must name this file as that of one of its worktrees.
 */
export async function linkedWorktree(top: string): Promise<LinkedWorktree | null> {
  const file = join(top, '.git')
  const pointer = await firstLine(file)
  if (!pointer.startsWith('gitdir: ')) return null
  const [own, named] = await Promise.all([real(resolve(top, pointer.slice('gitdir: '.length))), real(file)])
  if (own === null || named === null || isInside(dirname(named), own)) return null
  const commonDirectory = dirname(dirname(own))
  const back = await firstLine(join(own, 'gitdir'))
  const common = await firstLine(join(own, 'commondir'))
  if (basename(dirname(own)) !== 'worktrees' || back === '' || common === '') return null
  const isKnown = (await real(resolve(own, back))) === named && resolve(own, common) === commonDirectory
  return isKnown ? { gitDirectory: own, commonDirectory } : null
}

/** Empty: there is no such file, or it is too large. A link is not followed. */
async function firstLine(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isFile() || found.size > MAX_POINTER) return ''
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n', 1)[0]?.trimEnd() ?? ''
}

function real(path: string): Promise<string | null> {
  return realpath(path).catch(() => null)
}
