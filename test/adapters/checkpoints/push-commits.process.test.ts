import { chmod, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createPushing } from '../../../src/main/adapters/checkpoints/push-commits.ts'
import type { ApprovedPush } from '../../../src/shared/publishing.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'
import { startGitServer } from '../../support/git-server.ts'

let project: GitFolder
let server: string
let home: string

beforeEach(async () => {
  project = await gitFolder()
  home = join(project.parent, 'home')
  await mkdir(home)
  await project.write('a.txt', 'a\n')
  await commitAll('first')
  server = join(project.parent, 'server', 'ann', 'shop.git')
  await project.git('clone', '--quiet', '--bare', '.', server)
  await project.git('remote', 'add', 'origin', server)
  await project.git('switch', '--quiet', '-c', 'fix')
  await project.write('a.txt', 'b\n')
  await commitAll('second')
})
afterEach(() => project.remove())

async function commitAll(message: string): Promise<string> {
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '-m', message)
  return (await project.git('rev-parse', 'HEAD')).trim()
}

function pushing(environment: Readonly<Record<string, string>> = {}) {
  const publishingEnvironment = { PATH: process.env['PATH'] ?? '', HOME: home, ...environment }
  return createPushing(project.dataDirectory, publishingEnvironment)
}

const head = async (): Promise<string> => valueOf(await pushing().local(project.folder)).commit
const at = async (branch: string): Promise<string> =>
  (await project.git('--git-dir', server, 'rev-parse', `refs/heads/${branch}`)).trim()

async function approved(change: Partial<ApprovedPush> = {}): Promise<ApprovedPush> {
  const [remote, branch] = [change.remote ?? 'origin', change.branch ?? 'fix']
  const commit = await head()
  const state = valueOf(await pushing().remote(project.folder, { remote, branch, commit }))
  return { remote, url: state.address.shown, branch, commit, replaces: state.replaces, force: false, ...change }
}

it('says what a push brings, and pushes exactly that commit', async () => {
  const local = valueOf(await pushing().local(project.folder))
  expect(local).toMatchObject({ branch: 'fix', remotes: ['origin'] })
  const state = valueOf(
    await pushing().remote(project.folder, { remote: 'origin', branch: 'fix', commit: local.commit }),
  )
  expect(state).toMatchObject({ replaces: null, base: 'main', more: 0, isAhead: true })
  expect(state.commits.map(({ subject }) => subject)).toEqual(['second'])
  expect(state.address).toMatchObject({ shown: server, host: null })
  valueOf(await pushing().push(project.folder, await approved()))
  expect(await at('fix')).toBe(local.commit)
  expect(
    valueOf(await pushing().remote(project.folder, { remote: 'origin', branch: 'fix', commit: local.commit })).commits,
  ).toEqual([])
})

it('pushes over http with the user’s credentials, and no error has a password', async () => {
  const served = await startGitServer(join(project.parent, 'server'), 'hunter2')
  try {
    const url = `${served.address}/ann/shop.git`
    await project.git('remote', 'set-url', 'origin', url.replace('//', '//someone:s3cret@'))
    const commit = await head()
    const refused = await pushing().remote(project.folder, { remote: 'origin', branch: 'fix', commit })
    expect(refusalOf(refused)).not.toMatch(/s3cret|someone/)
    await project.git('remote', 'set-url', 'origin', url)
    await writeFile(join(home, '.gitconfig'), '[credential]\n\thelper = store\n')
    await writeFile(join(home, '.git-credentials'), `${url.replace('//', '//ann:hunter2@')}\n`)
    const wanted = await approved()
    expect(wanted.url).toBe(url)
    valueOf(await pushing().push(project.folder, wanted))
    expect(await at('fix')).toBe(commit)
  } finally {
    await served.close()
  }
})

describe('what changed between preview and confirmation is refused', () => {
  it.each([
    ['another commit', async () => void (await project.write('a.txt', 'c\n'), await commitAll('third'))],
    [
      'another address',
      async () =>
        void (await project.git('remote', 'set-url', 'origin', join(project.parent, 'other.git')),
        await project.git('clone', '--quiet', '--bare', '.', '../other.git')),
    ],
    [
      'an address for pushes alone',
      async () =>
        void (await project.git('clone', '--quiet', '--bare', '.', '../other.git'),
        await project.git('config', 'remote.origin.pushurl', join(project.parent, 'other.git'))),
    ],
    [
      'a folder in whose place a link leads to another repository',
      async () => {
        await project.git('clone', '--quiet', '--bare', '.', '../other.git')
        await project.git('--git-dir', join(project.parent, 'other.git'), 'branch', '-D', 'fix')
        await rename(server, `${server}.old`)
        await symlink(join(project.parent, 'other.git'), server)
      },
    ],
    ['another branch checked out', async () => void (await project.git('switch', '--quiet', 'main'))],
    ['the branch at the remote', async () => void (await project.git('--git-dir', server, 'branch', 'fix', 'main'))],
  ])('%s', async (_, change) => {
    const wanted = await approved()
    await change()
    expect(refusalOf(await pushing().push(project.folder, wanted))).toMatch(
      /Nothing was pushed\. Look at what would be pushed again/,
    )
    expect(await readdir(project.parent)).not.toContain('ran')
    await project.git('switch', '--quiet', 'fix')
  })
})

it('replaces commits of the remote only when asked, and only those that were seen', async () => {
  valueOf(await pushing().push(project.folder, await approved()))
  const first = await head()
  await project.git('commit', '--quiet', '--amend', '-m', 'second anew')
  const wanted = await approved()
  expect(wanted.replaces).toBe(first)
  expect(refusalOf(await pushing().push(project.folder, wanted))).toMatch(
    /commits at the remote that are not in this branch.*--force-with-lease/,
  )
  expect(await at('fix')).toBe(first)
  valueOf(await pushing().push(project.folder, { ...wanted, force: true }))
  expect(await at('fix')).toBe(wanted.commit)
  expect(refusalOf(await pushing().push(project.folder, { ...wanted, force: true }))).toMatch(/other commits/)
})

/** Programs and addresses that whoever writes in a repository can name. */
const HOSTILE: readonly (readonly [key: string, value: (program: string) => string])[] = [
  ['core.sshCommand', (program) => program],
  ['core.gitProxy', (program) => program],
  ['core.askPass', (program) => program],
  ['core.fsmonitor', (program) => program],
  ['core.pager', (program) => program],
  ['core.alternateRefsCommand', (program) => program],
  ['credential.helper', (program) => program],
  ['credential.http://127.0.0.1.helper', (program) => `!${program}`],
  ['remote.origin.receivepack', (program) => program],
  ['remote.origin.uploadpack', (program) => program],
  ['remote.origin.vcs', () => 'ext'],
  ['push.gpgSign', () => 'true'],
  ['gpg.program', (program) => program],
  ['url./elsewhere.git.insteadOf', () => '/'],
  ['url./elsewhere.git.pushInsteadOf', () => '/'],
  ['remote.origin.mirror', () => 'true'],
  ['remote.origin.push', () => '+refs/heads/*:refs/heads/*'],
  ['push.followTags', () => 'true'],
  ['alias.push', (program) => `!${program}`],
  ['http.proxy', () => 'http://127.0.0.1:1'],
]

async function hostileProgram(): Promise<string> {
  const program = join(project.folder, 'program')
  await writeFile(program, `#!/bin/sh\necho "$0 $*" >> "${join(project.parent, 'ran')}"\nexit 1\n`)
  await chmod(program, 0o755)
  return program
}

it('runs no hook and no program of the repository, and goes to no other address', async () => {
  const program = await hostileProgram()
  await project.git('tag', '-a', 'v1', '-m', 'x')
  for (const [key, value] of HOSTILE) await project.git('config', key, value(program))
  const hooks = join(project.folder, '.git', 'hooks')
  await mkdir(hooks, { recursive: true })
  for (const name of ['pre-push', 'reference-transaction', 'post-update', 'push-to-checkout'])
    await symlink(program, join(hooks, name))
  await project.git('config', 'core.hooksPath', hooks)
  valueOf(await pushing().push(project.folder, await approved()))
  const refs = await project.git('--git-dir', server, 'for-each-ref', '--format=%(refname)')
  expect(refs.trim().split('\n')).toEqual(['refs/heads/fix', 'refs/heads/main'])
  const served = await startGitServer(join(project.parent, 'server'))
  try {
    await project.git('remote', 'set-url', 'origin', `${served.address}/ann/shop.git`)
    valueOf(await pushing().push(project.folder, await approved({ branch: 'over-http' })))
  } finally {
    await served.close()
  }
  expect(await readdir(project.parent)).not.toContain('ran')
})

it('runs no hook of a repository of this machine, and changes none of its files', async () => {
  const program = await hostileProgram()
  const other = join(project.parent, 'other')
  await project.git('clone', '--quiet', '.', other)
  for (const name of [
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'proc-receive',
    'push-to-checkout',
    'reference-transaction',
  ]) {
    await symlink(program, join(other, '.git', 'hooks', name)).catch(() => undefined)
  }
  const git = (...args: readonly string[]) => project.git('-C', other, ...args)
  await git('config', 'receive.denyCurrentBranch', 'updateInstead')
  await git('config', 'core.alternateRefsCommand', program)
  await git('config', 'core.fsmonitor', program)
  await git('config', 'uploadpack.packObjectsHook', program)
  await project.git('remote', 'set-url', 'origin', `file://${other}`)
  valueOf(await pushing().push(project.folder, await approved({ branch: 'new' })))
  const before = await readFile(join(other, 'a.txt'), 'utf8')
  await project.write('a.txt', 'z\n')
  await commitAll('more')
  expect(refusalOf(await pushing().push(project.folder, await approved({ branch: 'fix' })))).toMatch(/push failed/)
  expect(await readFile(join(other, 'a.txt'), 'utf8')).toBe(before)
  expect(await readdir(project.parent)).not.toContain('ran')
})

describe('addresses that would start a program or lead elsewhere are refused', () => {
  it.each([
    ['ext::sh -c "touch ran"', /start a program of its own/],
    ['fd::3', /start a program of its own/],
    ['--upload-pack=touch', /form that is not used/],
    ['ssh://-oProxyCommand=touch/x', /option|not understood/],
    ['-oProxyCommand=touch:x', /form that is not used/],
    ['ftp://host.example/x.git', /not used for pushing/],
  ])('%s', async (url, said) => {
    await project.git('config', 'remote.origin.url', url)
    const commit = await head()
    expect(refusalOf(await pushing().remote(project.folder, { remote: 'origin', branch: 'fix', commit }))).toMatch(said)
  })

  it('a repository whose refs are links, an unknown remote, and names that are no branches', async () => {
    const commit = await head()
    const asked = async (remote: string, branch: string) =>
      refusalOf(await pushing().remote(project.folder, { remote, branch, commit }))
    expect(await asked('nowhere', 'fix')).toMatch(/has no remote "nowhere"\. It has origin/)
    for (const branch of ['-d', 'a..b', 'a b', 'refs/heads/x.lock', '@{u}', 'a:b']) {
      expect(await asked('origin', branch)).toMatch(/Give a branch|no name of a branch/)
    }
    const linked = join(project.parent, 'linked.git')
    await mkdir(linked)
    await mkdir(join(project.parent, 'victim'))
    await project.git('init', '--quiet', '--bare', linked)
    await project.git('config', 'remote.origin.url', linked)
    await symlink(join(project.parent, 'victim'), join(linked, 'refs', 'heads', 'evil'))
    expect(await asked('origin', 'evil/x')).toMatch(/links in it lead elsewhere/)
  })
})

it.each([
  ['GitHub', 'error: GH006: Protected branch update failed for refs/heads/fix.', 'The remote protects this branch'],
  ['GitLab', 'GitLab: You are not allowed to push code to protected branches on this project.', 'The remote protects'],
  ['another rule', 'commits must be signed', 'A rule of the remote refused the push'],
])('loses nothing where the remote refuses a push, and says what can be done: %s', async (_host, said, advice) => {
  const served = await startGitServer(join(project.parent, 'server'))
  try {
    await project.git('remote', 'set-url', 'origin', `${served.address}/ann/shop.git`)
    const hook = join(server, 'hooks', 'pre-receive')
    await mkdir(join(server, 'hooks'), { recursive: true })
    await writeFile(hook, `#!/bin/sh\necho "${said}" >&2\nexit 1\n`)
    await chmod(hook, 0o755)
    const commit = await head()
    const refused = refusalOf(await pushing().push(project.folder, await approved()))
    expect(refused).toContain(said)
    expect(refused).toContain(advice)
    expect([await head(), await project.git('status', '--porcelain')]).toEqual([commit, ''])
    expect(await project.git('--git-dir', server, 'for-each-ref', '--format=%(refname:short)')).toBe('main\n')
  } finally {
    await served.close()
  }
})
