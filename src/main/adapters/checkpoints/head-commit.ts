import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import type { Repository } from './find-repository.ts'
import { gitEnvironment, runGit } from './run-git.ts'
import { WITHOUT_PROGRAMS } from './update-ref.ts'

/** Returns the newest commit of a repository. REFUSED if it has none. */
export async function headCommit(
  { gitDirectory, top }: Repository,
  environment: Readonly<Record<string, string>>,
): Promise<Result<string>> {
  const env = { ...gitEnvironment(environment), GIT_DIR: gitDirectory }
  const args = [...WITHOUT_PROGRAMS, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}']
  const found = await runGit({ args, cwd: top, env })
  if (!found.ok) return refuse('The repository needs at least one commit. Make one with git first.')
  return mapOk(found, ({ stdout }) => stdout.toString().trim())
}
