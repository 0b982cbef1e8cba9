import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import type { Repository } from './find-repository.ts'
import { gitEnvironment, runGit } from './run-git.ts'

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
