import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../make-folder.ts'
import type { Repository } from './find-repository.ts'
import { filtersOff, gitEnvironment, type GitOutput, nulSeparated, runGit } from './run-git.ts'
import { submodulesIn } from './submodules.ts'
import { hasRealFolders, isSafePath } from './safe-path.ts'

type Environment = Readonly<Record<string, string>>

/**
 * Fills the index of a new worktree with the files of its HEAD, as git's own checkout would: a file that the index of
 * `from` marks (outside of a sparse checkout, or assumed to be unchanged) keeps its mark, and a submodule that has a
 * folder in `from` gets an empty one. So `git status` shows the same in both.
 */
export async function fillIndex(from: Repository, to: Repository, environment: Environment): Promise<Result<null>> {
  const filled = await inWorktree(to, environment, ['read-tree', 'HEAD'])
  if (!filled.ok) return filled
  const entries = await inWorktree(to, environment, ['ls-files', '-z', '--stage'])
  if (!entries.ok) return entries
  await makeSubmoduleFolders(from.top, to.top, submodulesIn(entries.value.stdout))
  const marks = await marksOf(from, environment)
  if (!marks.ok) return marks
  const inHead = new Set(nulSeparated(entries.value.stdout).map((entry) => entry.slice(entry.indexOf('\t') + 1)))
  for (const option of MARKS) {
    const input = marks.value[option].flatMap((path) => (inHead.has(path) ? [`${path}\0`] : [])).join('')
    const marked = await inWorktree(to, environment, ['update-index', option, '-z', '--stdin'], input)
    if (!marked.ok) return marked
  }
  return ok(null)
}

/** Whether the folder is the directory of a repository without files. */
export async function isBare(folder: string): Promise<boolean> {
  const found = await Promise.all(
    ['objects', 'refs', 'HEAD'].map(async (name) => lstat(join(folder, name)).catch(() => null)),
  )
  return found.every((each) => each !== null)
}

const MARKS = ['--skip-worktree', '--assume-unchanged'] as const

/** `git ls-files -v` writes a letter before each path: S or s has the first mark, a small letter the second. */
async function marksOf(
  repository: Repository,
  environment: Environment,
): Promise<Result<Record<(typeof MARKS)[number], readonly string[]>>> {
  const listed = await inWorktree(repository, environment, ['ls-files', '-z', '-v'])
  return mapOk(listed, ({ stdout }) => {
    const entries = nulSeparated(stdout)
    const having = (mark: RegExp) => entries.flatMap((entry) => (mark.test(entry) ? [entry.slice(2)] : []))
    return { '--skip-worktree': having(/^[Ss] /), '--assume-unchanged': having(/^[a-z] /) }
  })
}

/** A path may be a link, or lead through one, among the files that are not committed. */
async function makeSubmoduleFolders(from: string, to: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const isThere = (await lstat(join(from, path)).catch(() => null))?.isDirectory() === true
    if (isThere && isSafePath(path) && (await hasRealFolders(from, path)) && (await hasRealFolders(to, path))) {
      const found = await lstat(join(to, path)).catch(() => null)
      if (found === null) makeFolder(join(to, path))
    }
  }
}

async function inWorktree(
  { gitDirectory, top }: Repository,
  environment: Environment,
  args: readonly string[],
  input?: string,
): Promise<Result<GitOutput>> {
  const own = { ...gitEnvironment(environment), GIT_DIR: gitDirectory, GIT_WORK_TREE: top }
  const quiet = await filtersOff(top, own)
  if (!quiet.ok) return quiet
  return runGit({ args, cwd: top, env: quiet.value, ...(input !== undefined && { input }) })
}
