import { join } from 'node:path'

import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { CodeHost, PullRequest } from '../../../shared/publishing.ts'
import type { RemoteAddress } from '../../../shared/remote-address.ts'
import type { CodeHosts, RequestPlace } from '../../core/ports/publishing-ports.ts'
import { makeFolder } from '../../make-folder.ts'
import { github } from './github-program.ts'
import { gitlab } from './gitlab-program.ts'
import { type HostProgram, runHostProgram } from './host-program.ts'

const PROGRAMS: Readonly<Record<CodeHost, HostProgram>> = { github, gitlab }

/** Hosts that are known by name; others are asked for with the programs' own accounts. */
const KNOWN: readonly (readonly [RegExp, CodeHost])[] = [
  [/^(?:[\w-]+\.)?github\.com$|\.ghe\.com$|^github\./, 'github'],
  [/(?:^|\.)gitlab\./, 'gitlab'],
]

/**
 * Opens pull requests and reads checks with `gh` and `glab`. `userEnvironment`: that of the user, without keys of providers.
 */
export function createCodeHosts(dataDirectory: string, userEnvironment: Readonly<Record<string, string>>): CodeHosts {
  const directory = join(dataDirectory, 'checkpoints', 'publishing')
  const runOf = ({ program }: HostProgram, host: string): Parameters<HostProgram['find']>[0] => {
    makeFolder(directory, { mode: 0o700 })
    const environment = withTokensOf(host, userEnvironment)
    return (run) => runHostProgram(program, run, directory, environment)
  }
  const at = async <T>(
    place: RequestPlace,
    work: (host: HostProgram, run: Parameters<HostProgram['find']>[0]) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const host = PROGRAMS[place.host]
    try {
      return place.address.host === null ? refuse(NO_HOST) : await work(host, runOf(host, place.address.host))
    } catch (error) {
      return refuse(`${host.program} could not be used: ${errorMessage(error)}`)
    }
  }
  return {
    hostOf: async (address, named) => {
      if (address.host === null) return refuse(NO_HOST)
      if (named !== undefined) return ok(named)
      return hostOf(address, async (host, name) => (await runOf(host, name)({ args: host.signedIn(name) })).ok)
    },
    find: (place) => at(place, (host, run) => host.find(run, place)),
    open: (place, request) =>
      at(place, async (host, run) => {
        const before = await host.find(run, place)
        if (!before.ok) return before
        if (before.value !== null) return refuse(openedText(place.branch, before.value))
        const fork = await host.parentOf(run, place)
        if (fork !== null) return refuse(forkText(place, fork, host.forkCommand(place, fork, request.base)))
        const opened = await host.open(run, place, request)
        if (!opened.ok) return opened
        const found = await host.find(run, place)
        if (!found.ok) return found
        return found.value === null
          ? refuse(`${host.program} opened nothing that it finds. Look at the host.`)
          : ok(found.value)
      }),
    checks: (place) =>
      at(place, async (host, run) => {
        const request = await host.find(run, place)
        if (!request.ok) return request
        if (request.value === null) return ok({ request: null, checks: [] })
        const found = await host.checks(run, place, request.value)
        return mapOk(found, (checks) => ({
          request: request.value,
          checks: checks.map(({ name, state, link }) => ({ name, state, link })),
        }))
      }),
    failures: (place) =>
      at(place, async (host, run) => {
        const request = await host.find(run, place)
        if (!request.ok) return request
        if (request.value === null) return ok([])
        const found = await host.checks(run, place, request.value)
        if (!found.ok) return found
        const failed = found.value.filter(({ state }) => state === 'failed')
        const read = failed.map(async ({ job, ...check }) => {
          const log = job === null ? null : await host.log(run, place, job)
          return { ...check, log: log?.ok === true && log.value.trim() !== '' ? log.value : null }
        })
        return ok(await Promise.all(read))
      }),
  }
}

function openedText(branch: string, { number, title, url }: PullRequest): string {
  return `${branch} has an open request already: #${number} ${title}, ${url}. A push updates it, and its checks can be shown.`
}

/** A request within a fork would never reach the repository that it is a fork of. */
function forkText({ address, branch }: RequestPlace, parent: string, command: string): string {
  return `${address.repository} is a fork of ${parent}, so nothing was opened: a request there would not reach ${parent}. ${branch} stays pushed. To open one at ${parent}: \`${command}\``
}

/** Variables with tokens that the programs send to any host, and those that name the one that they are for. */
const TOKENS_OF_ONE_HOST: readonly (readonly [tokens: readonly string[], hosts: readonly string[], usual: string])[] = [
  [['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'], ['GH_HOST'], ''],
  [['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN'], ['GITLAB_HOST', 'GL_HOST'], 'gitlab.com'],
]

/** An agent can write the address of a remote: a token reaches no other host than its own. */
function withTokensOf(host: string, environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const left = TOKENS_OF_ONE_HOST.flatMap(([tokens, hosts, usual]) => {
    const named = hosts.map((name) => environment[name]).find((each) => each !== undefined && each !== '') ?? usual
    return named.replace(/^https?:\/\//, '') === host ? [] : tokens
  })
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.includes(name)))
}

const NO_HOST = 'The remote is a folder of this machine, so there is no host with pull requests.'

async function hostOf(
  { host }: RemoteAddress,
  isSignedIn: (host: HostProgram, name: string) => Promise<boolean>,
): Promise<Result<CodeHost>> {
  const name = host ?? ''
  const known = KNOWN.find(([pattern]) => pattern.test(name.replace(/:\d+$/, '')))?.[1]
  if (known !== undefined) return ok(known)
  for (const each of ['github', 'gitlab'] as const) if (await isSignedIn(PROGRAMS[each], name)) return ok(each)
  return refuse(
    `Neither gh nor glab is signed in at ${name}. Sign in with one of them: \`gh auth login --hostname ${name}\`.`,
  )
}
