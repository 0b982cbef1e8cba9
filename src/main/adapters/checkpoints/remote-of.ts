import { realpath } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'

import { GIT_VARIABLES } from '../../../shared/git-settings.ts'
import { type RemoteAddress, remoteAddress } from '../../../shared/remote-address.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import { repositoryAt } from './find-repository.ts'
import { nulSeparated } from './run-git.ts'
import { type PublishingGit, textOf } from './publishing-git.ts'

/** A remote as git is told about it. */
export interface NamedRemote {
  readonly address: RemoteAddress
  /** What git is given: the name of the remote in the directory of the push. */
  readonly name: string
  /** Options for the program at the other end, if that is a folder of this machine. */
  readonly serving: (program: 'receive-pack' | 'upload-pack') => readonly string[]
}

const NAME = 'ikigai'

/** Returns the names of the repository's remotes, as its configuration has them. */
export async function remoteNames({ inside }: PublishingGit): Promise<Result<readonly string[]>> {
  const found = await remoteSettings(inside)
  return found.ok ? ok([...found.value.keys()]) : found
}

/** Returns where a remote's pushes go, by its address in the repository and the rewriting rules of the user. */
export async function remoteOf(git: PublishingGit, name: string): Promise<Result<NamedRemote>> {
  const all = await remoteSettings(git.inside)
  if (!all.ok) return all
  const configured = all.value.get(name)
  if (configured === undefined) {
    const names = [...all.value.keys()]
    const known = names.length === 0 ? 'It has none: `git remote add` adds one.' : `It has ${names.join(', ')}.`
    return refuse(`The repository has no remote ${JSON.stringify(name.slice(0, 100))}. ${known}`)
  }
  const url = absolute(configured.url, git)
  const first = remoteAddress(url)
  if (!first.ok) return first
  const set = await setUrl(git, configured.isPushOnly ? ['url', 'pushurl'] : ['url'], url)
  if (!set.ok) return set
  const rewritten = await textOf(git.outside(['remote', 'get-url', '--push', NAME]))
  if (!rewritten.ok) return rewritten
  const address = remoteAddress(rewritten.value)
  if (!address.ok) return address
  if (address.value.host !== null) return ok({ address: address.value, name: NAME, serving: () => [] })
  const real = await localRepository(address.value.repository)
  if (!real.ok) return real
  // What the user sees and approves is where the folder is: a link at its path may lead elsewhere by then.
  const placed = await setUrl(git, ['url', 'pushurl'], real.value)
  if (!placed.ok) return placed
  const serving: NamedRemote['serving'] = (program) => [`--${program}=${servingCommand(program)}`]
  return ok({ address: { shown: real.value, host: null, repository: real.value }, name: NAME, serving })
}

async function setUrl({ outside }: PublishingGit, keys: readonly string[], url: string): Promise<Result<null>> {
  for (const key of keys) {
    const set = await outside(['config', `remote.${NAME}.${key}`, url])
    if (!set.ok) return set
  }
  return DONE
}

interface ConfiguredRemote {
  readonly url: string
  /** The address is one for pushing alone. */
  readonly isPushOnly: boolean
}

/** The first address of each remote; one for pushing counts before the other. */
async function remoteSettings(inside: PublishingGit['inside']): Promise<Result<ReadonlyMap<string, ConfiguredRemote>>> {
  const args = ['config', '-z', '--get-regexp', String.raw`^remote\..*\.(url|pushurl)$`]
  const found = await inside(args, [0, 1])
  if (!found.ok) return found
  const remotes = new Map<string, ConfiguredRemote>()
  for (const line of nulSeparated(found.value.stdout)) {
    const [key = '', ...value] = line.split('\n')
    const parts = /^remote\.(?<name>.*)\.(?<kind>url|pushurl)$/s.exec(key)?.groups
    const name = parts?.['name']
    if (name === undefined || !/^[\w.][\w./-]*$/.test(name)) continue
    const isPushOnly = parts?.['kind'] === 'pushurl'
    const before = remotes.get(name)
    if (before === undefined || (isPushOnly && !before.isPushOnly))
      remotes.set(name, { url: value.join('\n'), isPushOnly })
  }
  return ok(remotes)
}

/** Git takes a relative path from the top of the repository. */
function absolute(url: string, { repository }: PublishingGit): string {
  const isPath = !url.includes(':') && !isAbsolute(url) && !url.startsWith('-')
  return isPath ? resolve(repository.top, url) : url
}

/**
 * Returns the real path of a repository of this machine. Git writes into it itself, as the user: one with links that lead
 * elsewhere is refused.
 */
async function localRepository(path: string): Promise<Result<string>> {
  const real = await realpath(path).catch(() => null)
  if (real === null) return refuse(`${path} does not exist, so nothing can be pushed there.`)
  const found = (await repositoryAt(real)) ?? (await repositoryAt(join(real, '.git')))
  return found === null
    ? refuse(`${path} is not a repository, or links in it lead elsewhere. Push there with git yourself.`)
    : ok(real)
}

/** Settings with which the repository at the other end starts no program and changes no files. */
function servingCommand(program: string): string {
  const off = Object.entries(GIT_VARIABLES).flatMap(([variable, key]) => {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(variable)?.[1]
    return index === undefined ? [] : [`-c ${key}=${GIT_VARIABLES[`GIT_CONFIG_VALUE_${index}`] ?? ''}`]
  })
  const more = ['receive.denyCurrentBranch=refuse', 'receive.autogc=false', 'gc.auto=0', 'maintenance.auto=false']
  return ['git', ...off, ...more.map((setting) => `-c ${setting}`), program].join(' ')
}
