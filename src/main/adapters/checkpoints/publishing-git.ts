import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { GIT_VARIABLES } from '../../../shared/git-settings.ts'
import { withoutAddressSecrets } from '../../../shared/remote-address.ts'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../make-folder.ts'
import { findRepository, type Repository } from './find-repository.ts'
import { objectFormat } from './git-directory.ts'
import { withObjectsOf } from './object-store.ts'
import { gitEnvironment, type GitOutput, runGit } from './run-git.ts'

type Environment = Readonly<Record<string, string>>

/** Git for one push. */
export interface PublishingGit {
  readonly repository: Repository
  /** Git with the directory and configuration of the repository, without those of the user and without network. */
  readonly inside: Run
  /** Git with the user's configuration, in a new directory of ours: nothing of the repository but its objects is read. */
  readonly outside: Run
}

type Run = (args: readonly string[], accepted?: readonly number[]) => Promise<Result<GitOutput>>

/** What a network may need, ms. */
const LIMIT_MS = 300_000

/** Settings of the user that would push more than was approved, or ask questions. */
const SETTINGS: Environment = {
  'push.followTags': 'false',
  'push.recurseSubmodules': 'no',
  'push.gpgSign': 'false',
  'push.default': 'nothing',
  'credential.interactive': 'false',
}

/**
 * Does work with git for the repository of a folder. REFUSED outside one. `environment`: that of the user, without keys of
 * providers.
 */
export async function withPublishingGit<T>(
  folder: string,
  dataDirectory: string,
  environment: Environment,
  work: (git: PublishingGit) => Promise<Result<T>>,
): Promise<Result<T>> {
  const repository = await findRepository(folder)
  if (repository === null) return refuse(`${folder} is not in a git repository, so nothing can be pushed.`)
  const parent = join(dataDirectory, 'checkpoints')
  makeFolder(parent, { mode: 0o700 })
  const directory = await mkdtemp(join(parent, 'push-'))
  try {
    const ours = gitEnvironment(environment)
    const format = await objectFormat(repository)
    const made = await runGit({
      args: ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`],
      cwd: directory,
      env: { ...ours, GIT_DIR: directory },
    })
    if (!made.ok) return made
    const { gitDirectory, commonDirectory, top } = repository
    // Where the history of the repository is cut off.
    await copyFile(join(commonDirectory, 'shallow'), join(directory, 'shallow')).catch(() => null)
    const inside: Run = (args, accepted = [0]) =>
      runGit({ args, cwd: top, env: { ...ours, GIT_DIR: gitDirectory, GIT_WORK_TREE: top }, accepted })
    const own = { GIT_DIR: directory, ...withObjectsOf(commonDirectory), ...userVariables() }
    const outside: Run = async (args, accepted = [0]) => {
      const env = { ...withoutTokens(environment), ...own }
      const done = await runGit({ args, cwd: directory, env, accepted, limitMs: LIMIT_MS, reaches: 'anything' })
      return done.ok ? done : refuse(withoutAddressSecrets(done.error.message))
    }
    return await work({ repository, inside, outside })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Variables that switch off every program that a repository names, and add settings. The user's own ones stay in use. */
function userVariables(): Environment {
  const { GIT_ALLOW_PROTOCOL: _, GIT_CONFIG_COUNT, ...switchedOff } = GIT_VARIABLES
  const first = Number(GIT_CONFIG_COUNT)
  const entries = Object.entries(SETTINGS)
  const added = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key] as const,
    [`GIT_CONFIG_VALUE_${first + index}`, value] as const,
  ])
  return {
    ...switchedOff,
    ...Object.fromEntries(added),
    GIT_CONFIG_COUNT: String(first + entries.length),
    GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
  }
}

/** Helpers of git give these tokens to any host, and an agent can write the address of a remote. */
function withoutTokens(environment: Environment): Environment {
  const left = /^(?:GH_ENTERPRISE|GITHUB_ENTERPRISE|GITLAB|GITLAB_ACCESS)_TOKEN$/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.test(name)))
}

/** Returns the output as text without white space at its ends. */
export async function textOf(output: Promise<Result<GitOutput>>): Promise<Result<string>> {
  return mapOk(await output, ({ stdout }) => stdout.toString().trim())
}
