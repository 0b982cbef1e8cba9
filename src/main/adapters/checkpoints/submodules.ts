import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

import { ok, type Result } from '../../../shared/result.ts'
import { nulSeparated, runGit } from './run-git.ts'
import { hasRealFolders, isSafePath } from './safe-path.ts'

/** The mode of a submodule in an index. */
const SUBMODULE = '160000'

/** Returns the paths of the submodules in what `git ls-files --stage -z` prints. */
export function submodulesIn(output: Buffer): readonly string[] {
  return nulSeparated(output).flatMap((entry) => {
    const tab = entry.indexOf('\t')
    return entry.startsWith(`${SUBMODULE} `) && tab > 0 ? [entry.slice(tab + 1)] : []
  })
}

/** Returns the submodules whose files are there, from the top of a repository. */
export async function filledSubmodules(
  top: string,
  env: Readonly<Record<string, string>>,
): Promise<Result<readonly string[]>> {
  const listed = await runGit({ args: ['ls-files', '--stage', '-z'], cwd: top, env })
  if (!listed.ok) return listed
  const filled: string[] = []
  for (const path of submodulesIn(listed.value.stdout)) {
    const isReal = isSafePath(path) && (await hasRealFolders(top, join(path, '.git')))
    if (isReal && (await lstat(join(top, path, '.git')).catch(() => null)) !== null) filled.push(path)
  }
  return ok(filled)
}

/** Removes a folder that git made for a submodule, so that it can be copied. One that is not empty stays. */
export async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => null)
}

/**
 * Removes what makes a copied submodule, and those inside it, repositories: the copy would write in the repository of the
 * folder that it was made of.
 */
export async function dropRepositories(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.name === '.git') await rm(path, { recursive: true, force: true })
    else if (entry.isDirectory()) await dropRepositories(path)
  }
}
