import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCodeHosts } from '../../../src/main/adapters/checkpoints/code-hosts.ts'
import { publishingEnvironment } from '../../../src/main/adapters/environment/tool-environment.ts'
import { noteAgentFolder } from '../../../src/main/adapters/program-table.ts'
import type { CodeHost } from '../../../src/shared/publishing.ts'
import { remoteAddress } from '../../../src/shared/remote-address.ts'
import { type CodeHostStubs, codeHostStubs } from '../../support/code-host-stubs.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'

let folder: string
let stubs: CodeHostStubs

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-hosts-')))
  stubs = await codeHostStubs(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hosts = (variables: Readonly<Record<string, string>> = {}) =>
  createCodeHosts(join(folder, 'data'), publishingEnvironment({ PATH: stubs.path, HOME: folder, ...variables }))

const place = (host: CodeHost, url: string) => ({ host, address: valueOf(remoteAddress(url)), branch: 'ikigai/fix-1' })
const GITHUB = 'git@github.com:ann/shop.git'
const GITLAB = 'https://ann:s3cret@gitlab.example.org:8443/group/sub/shop.git'

const GH_CHECKS = JSON.stringify([
  { name: 'lint', bucket: 'pass', link: '', workflow: 'CI' },
  { name: 'test', bucket: 'fail', link: 'https://github.com/ann/shop/actions/runs/1/job/23', workflow: 'CI' },
  { name: 'other', bucket: 'fail', link: 'https://ci.example/1', workflow: '' },
  { name: 'slow', bucket: 'pending', link: '', workflow: '' },
])
const GLAB_CHECKS = JSON.stringify({
  id: 1,
  status: 'failed',
  jobs: [
    { id: 4, name: 'lint', status: 'success', web_url: 'https://gitlab.example.org/4' },
    { id: 5, name: 'test', status: 'failed', web_url: 'https://gitlab.example.org/5' },
    { id: 6, name: 'deploy', status: 'manual' },
  ],
})

const REQUEST = { base: 'main', title: '--web', body: 'Fixes the sum.\n`rm -rf`', draft: true }

it('opens a pull request with gh, and reads its checks and the logs of those that failed', async () => {
  const at = place('github', GITHUB)
  expect(valueOf(await hosts().find(at))).toBeNull()
  expect(valueOf(await hosts().checks(at))).toEqual({ request: null, checks: [] })
  expect(valueOf(await hosts().open(at, REQUEST))).toEqual({
    number: 7,
    url: 'https://host.example/pr/7',
    title: '--web',
  })
  const created = (await stubs.calls()).find(({ args }) => args[1] === 'create')
  expect(created?.args).toEqual([
    'pr',
    'create',
    '--repo=github.com/ann/shop',
    '--head=ikigai/fix-1',
    '--base=main',
    '--title=--web',
    '--body-file=-',
    '--draft',
  ])
  expect([created?.input, created?.directory]).toEqual([
    REQUEST.body,
    join(folder, 'data', 'checkpoints', 'publishing'),
  ])
  await stubs.setChecks(GH_CHECKS)
  await stubs.setLog('boom')
  const { checks } = valueOf(await hosts().checks(at))
  expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'CI / lint passed',
    'CI / test failed',
    'other failed',
    'slow pending',
  ])
  expect(valueOf(await hosts().failures(at)).map(({ name, log }) => [name, log?.trim() ?? null])).toEqual([
    ['CI / test', 'boom'],
    ['other', null],
  ])
  expect((await stubs.calls()).at(-1)?.args).toEqual([
    'run',
    'view',
    '--repo=github.com/ann/shop',
    '--job=23',
    '--log-failed',
  ])
})

it('opens a merge request with glab, and reads its jobs', async () => {
  const at = place('gitlab', GITLAB)
  expect(valueOf(await hosts().open(at, REQUEST))).toEqual({
    number: 8,
    url: 'https://host.example/mr/8',
    title: '--web',
  })
  await stubs.setChecks(GLAB_CHECKS)
  await stubs.setLog('boom')
  expect(valueOf(await hosts().checks(at)).checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'lint passed',
    'test failed',
    'deploy pending',
  ])
  expect(valueOf(await hosts().failures(at)).map(({ name, log }) => [name, log?.trim()])).toEqual([['test', 'boom']])
  const calls = await stubs.calls()
  for (const { args } of calls.filter((each) => each.args[0] !== 'repo'))
    expect(args).toContain('--repo=https://gitlab.example.org:8443/group/sub/shop')
  expect(JSON.stringify(calls)).not.toContain('s3cret')
})

describe('tokens', () => {
  const ALL = {
    GH_TOKEN: 'a',
    GH_ENTERPRISE_TOKEN: 'b',
    GITLAB_TOKEN: 'c',
    ANTHROPIC_API_KEY: 'd',
    OPENAI_API_KEY: 'e',
    AWS_SECRET_ACCESS_KEY: 'f',
  }
  it.each([
    ['github', GITHUB, {}, ['GH_TOKEN']],
    ['github', 'https://evil.example/ann/shop', {}, ['GH_TOKEN']],
    ['github', 'https://ghe.example/ann/shop', { GH_HOST: 'ghe.example' }, ['GH_ENTERPRISE_TOKEN', 'GH_TOKEN']],
    ['gitlab', 'https://evil.example/ann/shop', {}, ['GH_TOKEN']],
    ['gitlab', 'https://gitlab.com/ann/shop', {}, ['GH_TOKEN', 'GITLAB_TOKEN']],
    ['gitlab', 'https://gitlab.com/ann/shop', { GITLAB_HOST: 'https://own.example' }, ['GH_TOKEN']],
  ] as const)('reach only their own host: %s at %s', async (host, url, named, tokens) => {
    valueOf(await hosts({ ...ALL, ...named }).find(place(host, url)))
    expect((await stubs.calls()).at(-1)?.tokens).toEqual(tokens)
  })

  it('are in no error', async () => {
    await stubs.setChecks('')
    await stubs.fail('HTTP 401 for https://ann:hunter2@host.example with ghp_0123456789abcdef')
    const refused = refusalOf(await hosts().find(place('github', GITHUB)))
    expect(refused).toMatch(/gh pr list failed: HTTP 401 for https:\/\/host\.example with \[token\]/)
  })
})

describe('the checks of gh', () => {
  const at = place('github', GITHUB)
  beforeEach(async () => {
    valueOf(await hosts().open(at, REQUEST))
  })

  it('are none where it says so, with exit code 1', async () => {
    expect(valueOf(await hosts().checks(at))).toMatchObject({ request: { number: 7 }, checks: [] })
  })

  it.each(['pass', 'pending', 'fail'])('are read whatever its exit code says: %s', async (bucket) => {
    await stubs.setChecks(JSON.stringify([{ name: 'test', bucket, link: '', workflow: '' }]))
    expect(valueOf(await hosts().checks(at)).checks).toHaveLength(1)
  })

  it.each([
    ['GraphQL: Could not resolve to a Repository with the name ann/shop. (repository)', 1],
    ['error connecting to api.github.com\ncheck your internet connection or githubstatus.com', 1],
    ['HTTP 502: Bad Gateway (https://api.github.com/graphql)', 1],
    ['To get started with GitHub CLI, please run:  gh auth login', 4],
    ['', 8],
  ])('are not none where it could not ask: %s', async (said, code) => {
    await stubs.fail(said, { code, only: 'pr checks' })
    expect(refusalOf(await hosts().checks(at))).toContain(
      `gh pr checks failed: ${said === '' ? code : said.split('\n')[0]}`,
    )
  })
})

it.each(['github', 'gitlab'] as const)('opens no second request, and says that there is one: %s', async (host) => {
  const at = place(host, host === 'github' ? GITHUB : GITLAB)
  valueOf(await hosts().open(at, REQUEST))
  expect(refusalOf(await hosts().open(at, REQUEST))).toMatch(
    /^ikigai\/fix-1 has an open request already: #[78] --web, https:\/\/host\.example\/\wr\/[78]\. A push updates it/,
  )
  expect((await stubs.calls()).filter(({ args }) => args[1] === 'create')).toHaveLength(1)
})

it.each([
  ['github', GITHUB, 'gh pr create --repo github.com/shop/shop --head ann:ikigai/fix-1 --base main'],
  [
    'gitlab',
    GITLAB,
    'glab mr create --repo https://gitlab.example.org:8443/shop/shop --head https://gitlab.example.org:8443/group/sub/shop --source-branch ikigai/fix-1 --target-branch main',
  ],
] as const)(
  'opens no request within a fork, and says how one is opened where it belongs: %s',
  async (host, url, line) => {
    await stubs.setParent('shop/shop')
    const refused = refusalOf(await hosts().open(place(host, url), REQUEST))
    expect(refused).toContain('is a fork of shop/shop, so nothing was opened')
    expect(refused).toContain(line)
    expect((await stubs.calls()).filter(({ args }) => args[1] === 'create')).toEqual([])
  },
)

it('says what can be done when a request is refused', async () => {
  await stubs.fail(
    'pull request create failed: GraphQL: No commits between main and ikigai/fix-1 (createPullRequest)',
    {
      only: 'pr create',
    },
  )
  expect(refusalOf(await hosts().open(place('github', GITHUB), REQUEST))).toMatch(
    /^gh pr create failed: .*No commits between.*\nThe base has all commits/s,
  )
})

it('finds the program by the host or by the user’s accounts, and refuses what no program knows', async () => {
  const hostOf = (url: string, named?: CodeHost) => hosts().hostOf(valueOf(remoteAddress(url)), named)
  expect(valueOf(await hostOf(GITHUB))).toBe('github')
  expect(valueOf(await hostOf(GITLAB))).toBe('gitlab')
  expect(valueOf(await hostOf('http://127.0.0.1:1234/ann/shop.git'))).toBe('github')
  expect(valueOf(await hostOf('http://127.0.0.1:1234/ann/shop.git', 'gitlab'))).toBe('gitlab')
  expect(refusalOf(await hostOf('/srv/shop.git'))).toMatch(/no host with pull requests/)
})

it('starts no gh where an agent can write', async () => {
  await mkdir(join(folder, 'programs'), { recursive: true })
  noteAgentFolder(join(folder, 'programs'))
  expect(refusalOf(await hosts().find(place('github', GITHUB)))).toMatch(/gh could not be started/)
  expect(await stubs.calls()).toEqual([])
})
