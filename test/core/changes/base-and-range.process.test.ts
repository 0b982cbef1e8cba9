import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createCommits } from '../../../src/main/adapters/checkpoints/create-commits.ts'
import { createMerge } from '../../../src/main/adapters/checkpoints/merge-texts.ts'
import { createRevisions } from '../../../src/main/adapters/checkpoints/read-revisions.ts'
import { textChanges } from '../../../src/main/adapters/checkpoints/text-changes.ts'
import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { ReviewChanges } from '../../../src/main/core/changes/review-changes.ts'
import type { ReviewScope } from '../../../src/shared/file-changes.ts'
import { ok } from '../../../src/shared/result.ts'
import { type GitFolder, gitFolder, GIT_ENVIRONMENT } from '../../support/git-folder.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'

let project: GitFolder

beforeEach(async () => {
  project = await gitFolder()
})
afterEach(() => project.remove())

function reviewsOf(folder: string): ReviewChanges {
  return new ReviewChanges({
    checkpoints: project.checkpoints(),
    textChanges,
    mergeTexts: createMerge(GIT_ENVIRONMENT),
    commits: createCommits(GIT_ENVIRONMENT),
    revisions: createRevisions(GIT_ENVIRONMENT),
    tree: new AgentTree(),
    hub: { record: async () => ok({ events: [], agents: [] }) },
    isBusy: () => false,
    search: { checkpoints: async () => ok([]), checkpointsIn: async () => ok([]), turn: async () => ok([]) },
    folderOf: async () => ok(folder),
  })
}

const list = (scope: ReviewScope, folder = project.folder) => reviewsOf(folder).list('a', scope)

async function listed(scope: ReviewScope, folder?: string): Promise<readonly string[]> {
  return valueOf(await list(scope, folder)).files.map(
    ({ status, path, state, added, removed }) => `${status} ${path} ${state} +${added} -${removed}`,
  )
}

async function commitAll(message: string): Promise<string> {
  await project.git('add', '--all')
  await project.git('commit', '--quiet', '--allow-empty', '-m', message)
  return (await project.git('rev-parse', 'HEAD')).trim()
}

/** `main` has a commit of its own after the branch began. */
async function branched(): Promise<void> {
  for (const name of ['a.txt', 'b.txt', 'gone.txt']) await project.write(name, `${name}\n`)
  await project.write('packages/p/c.txt', 'c\n')
  await commitAll('first')
  await project.git('switch', '--quiet', '-c', 'fix')
  await project.write('a.txt', 'changed\n')
  await commitAll('change a')
  await project.git('switch', '--quiet', 'main')
  await project.write('b.txt', 'of main\n')
  await commitAll('change b')
  await project.git('switch', '--quiet', 'fix')
}

const base = (name: string): ReviewScope => ({ type: 'base', base: name })
const range = (from: string, to: string, mergeBase?: true): ReviewScope => ({
  type: 'range',
  from,
  to,
  ...(mergeBase && { mergeBase }),
})

it('lists what the folder has since the base, committed or not, staged or not, and nothing that the base got since', async () => {
  await branched()
  await project.write('new.txt', 'new\n')
  await project.write('staged.txt', 'staged\n')
  await project.git('add', 'staged.txt')
  await rm(join(project.folder, 'gone.txt'))
  await project.write('packages/p/c.txt', 'C\n')
  expect(await listed(base('main'))).toEqual([
    'modified a.txt as_left +1 -1',
    'deleted gone.txt as_left +0 -1',
    'added new.txt as_left +1 -0',
    'modified packages/p/c.txt as_left +1 -1',
    'added staged.txt as_left +1 -0',
  ])
  const { compared } = valueOf(await list(base('main')))
  expect(compared).toMatchObject({ to: null, commits: [{ subject: 'change a' }], more: 0 })
  expect(await listed(base('main'), join(project.folder, 'packages', 'p'))).toEqual(['modified c.txt as_left +1 -1'])
  const file = valueOf(await reviewsOf(project.folder).file('a', base('main'), 'a.txt'))
  expect(file.hunks?.[0]?.lines).toEqual(['-a.txt', '+changed'])
})

it('compares two commits directly, or since the newest commit of both, and says what became of the files', async () => {
  await branched()
  expect(await listed(range('main', 'fix'))).toEqual(['modified a.txt as_left +1 -1', 'modified b.txt as_left +1 -1'])
  expect(await listed(range('main', 'fix', true))).toEqual(['modified a.txt as_left +1 -1'])
  await project.write('a.txt', 'a.txt\n')
  expect(await listed(range('main', 'fix', true))).toEqual(['modified a.txt undone +1 -1'])
})

it('shows nothing as deleted that the state of the folder does not contain', async () => {
  await project.write('a.txt', 'a\n')
  await project.write('.env', 'SECRET=1\n')
  await project.write('out/b.txt', 'b\n')
  await project.write('in/c.txt', 'c\n')
  await project.write('large.txt', 'x'.repeat(5_000_001))
  await commitAll('first')
  await project.git('sparse-checkout', 'set', '--no-cone', '/*', '!/out/')
  expect(await readdir(project.folder)).not.toContain('out')
  expect(await listed(base('HEAD'))).toEqual([])
  const { skipped } = valueOf(await list(base('HEAD')))
  expect(skipped.map(({ path }) => path).toSorted()).toEqual(['.env', 'large.txt'])
})

describe('refuses, and says what to do', () => {
  const REFUSALS: readonly (readonly [string, ReviewScope, RegExp])[] = [
    ['an unknown name', base('nothing'), /has no commit nothing/],
    ['an option', base('--output=x'), /could be an option/],
    ['an option in a range', range('main', '-p'), /could be an option/],
    ['odd bytes', base('ma\u0001in'), /has a character/],
    ['a path in a commit', base('HEAD:a.txt'), /has a character/],
    ['a range as a base', base('main..fix'), /is a range/],
    ['a file', base('a.txt'), /has no commit a\.txt/],
  ]
  it.each(REFUSALS)('%s', async (_, scope, said) => {
    await branched()
    expect(refusalOf(await list(scope))).toMatch(said)
    expect(refusalOf(await reviewsOf(project.folder).file('a', scope, 'a.txt'))).toMatch(said)
  })

  it('no common commit', async () => {
    await branched()
    await project.git('checkout', '--quiet', '--orphan', 'other')
    await commitAll('another beginning')
    expect(refusalOf(await list(base('main')))).toMatch(/have no commit in common.*`main\.\.HEAD`/)
    expect(await listed(range('main', 'HEAD'))).not.toEqual([])
  })

  it('a branch without a commit, no repository, and a shallow history', async () => {
    expect(refusalOf(await list(base('main')))).toMatch(/at least one commit|has no commit main/)
    const outside = join(project.parent, 'outside')
    await mkdir(outside)
    expect(refusalOf(await list(base('main'), outside))).toMatch(/not in a git repository/)
    await branched()
    await project.git('clone', '--quiet', '--depth=1', '--no-single-branch', `file://${project.folder}`, '../shallow')
    const shallow = join(project.parent, 'shallow')
    expect(refusalOf(await list(base('origin/main'), shallow))).toMatch(/shallow clone.*git fetch --unshallow/)
  })
})

it('names the branches, the newest first, and the one that a change is most likely for', async () => {
  await branched()
  const branches = async (folder = project.folder) => valueOf(await reviewsOf(folder).branches('a'))
  expect(await branches()).toMatchObject({ current: 'fix', suggested: 'main' })
  await project.git('switch', '--quiet', '--detach')
  await project.git('clone', '--quiet', '--bare', '.', '../server.git')
  await project.git('remote', 'add', 'origin', '../server.git')
  await project.git('fetch', '--quiet', 'origin')
  await project.git('remote', 'set-head', 'origin', 'main')
  const found = await branches()
  expect([found.current, found.suggested]).toEqual([null, 'origin/main'])
  expect(found.names.toSorted()).toEqual(['fix', 'main', 'origin/fix', 'origin/main'])
})

it('runs nothing that the repository names, and fetches nothing', async () => {
  await branched()
  const ran = join(project.parent, 'ran')
  const program = join(project.folder, 'program')
  await writeFile(program, `#!/bin/sh\ntouch "${ran}"\nexit 1\n`)
  await chmod(program, 0o755)
  const settings = [
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
    'core.alternateRefsCommand',
    'gpg.program',
    'diff.external',
    'credential.helper',
    'filter.x.clean',
    'filter.x.process',
    'diff.x.textconv',
    'diff.x.command',
  ]
  for (const key of settings) await project.git('config', key, program)
  await project.git('config', 'log.showSignature', 'true')
  await project.git('config', 'alias.log', `!${program}`)
  await project.git('config', 'alias.merge-base', `!${program}`)
  await project.git('config', 'remote.origin.promisor', 'true')
  await project.git('config', 'remote.origin.url', `ext::${program}`)
  await project.write('.gitattributes', '* filter=x diff=x\n')
  await mkdir(join(project.folder, '.git', 'hooks'), { recursive: true })
  await symlink(program, join(project.folder, '.git', 'hooks', 'post-index-change'))
  for (const scope of [base('main'), range('main', 'fix'), range('main', 'fix', true)]) {
    expect(await listed(scope)).not.toEqual([])
    valueOf(await reviewsOf(project.folder).file('a', scope, 'a.txt'))
  }
  valueOf(await reviewsOf(project.folder).branches('a'))
  expect(await readdir(project.parent)).not.toContain('ran')
})
