import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createWorktrees } from '../../../src/main/adapters/checkpoints/create-worktrees.ts'
import type { AgentWorktree } from '../../../src/shared/agent-worktree.ts'
import type { Worktrees } from '../../../src/main/core/ports/worktree-ports.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let worktrees: Worktrees

const git = (...args: readonly string[]) => project.git('-c', 'protocol.file.allow=always', ...args)

/** A submodule `libs/one`, which has a submodule `two`. */
beforeEach(async () => {
  project = await gitFolder()
  const stores = project.stores()
  worktrees = createWorktrees({ stores, dataDirectory: project.dataDirectory, environment: GIT_ENVIRONMENT })
  for (const name of ['two', 'one']) {
    const folder = join(project.parent, name)
    await mkdir(folder)
    await git('init', '--quiet', folder)
    await writeFile(join(folder, 'file.txt'), name)
    if (name === 'one') await git('-C', folder, 'submodule', '--quiet', 'add', join(project.parent, 'two'), 'two')
    await git('-C', folder, 'add', '.')
    await git('-C', folder, 'commit', '--quiet', '-m', name)
  }
  await project.write('top.txt', 'top\n')
  await git('submodule', '--quiet', 'add', join(project.parent, 'one'), 'libs/one')
  await git('submodule', '--quiet', 'update', '--init', '--recursive')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'all')
})
afterEach(() => project.remove())

async function made(): Promise<AgentWorktree> {
  return valueOf(await worktrees.create({ agentId: AGENT, name: 'try', folder: project.folder }))
}
const read = ({ directory }: AgentWorktree, path: string) =>
  readFile(join(directory, path), 'utf8').catch(() => 'not there')
const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null

it('gives a worktree the files of submodules as they are, and those of submodules in them', async () => {
  await project.write('libs/one/file.txt', 'changed')
  await project.write('libs/one/new.txt', 'new')
  const before = await git('status', '--porcelain')
  const worktree = await made()
  const files = ['libs/one/file.txt', 'libs/one/new.txt', 'libs/one/two/file.txt']
  expect(await Promise.all(files.map((path) => read(worktree, path)))).toEqual(['changed', 'new', 'two'])
  expect(worktree.dependencies).toEqual({ copied: ['libs/one'], left: [] })
  expect(await git('-C', worktree.directory, 'status', '--porcelain')).toBe('')
  expect(await git('status', '--porcelain')).toBe(before)
})

it('copies no repository: what runs in the worktree cannot write in that of the folder', async () => {
  const worktree = await made()
  for (const path of ['libs/one/.git', 'libs/one/two/.git'])
    expect([path, await isThere(join(worktree.directory, path))]).toEqual([path, false])
  const head = await git('-C', 'libs/one', 'rev-parse', 'HEAD')
  const top = (await git('-C', join(worktree.directory, 'libs/one'), 'rev-parse', '--show-toplevel')).trim()
  expect(top).toBe(worktree.directory)
  expect(await git('-C', 'libs/one', 'rev-parse', 'HEAD')).toBe(head)
})

it('takes a submodule with a repository of its own inside, as old ones have', async () => {
  const inside = join(project.folder, 'libs/one/.git')
  await rm(inside)
  await rename(join(project.folder, '.git/modules/libs/one'), inside)
  await git('config', '--file', join(inside, 'config'), '--unset', 'core.worktree')
  const worktree = await made()
  expect(await read(worktree, 'libs/one/file.txt')).toBe('one')
  expect(await isThere(join(worktree.directory, 'libs/one/.git'))).toBe(false)
})

it.each([
  ['the submodule', 'libs/one', '../outside'],
  ['a folder above it', 'libs', 'outside'],
])('follows no link in the place of %s', async (_name, path, target) => {
  const outside = join(project.folder, 'outside')
  for (const folder of [outside, join(outside, 'one')]) {
    await mkdir(folder)
    await writeFile(join(folder, '.git'), 'gitdir: /nowhere')
    await writeFile(join(folder, 'file.txt'), 'from outside')
  }
  await rm(join(project.folder, path), { recursive: true })
  await symlink(target, join(project.folder, path))
  const worktree = await made()
  expect(worktree.dependencies?.copied).toEqual([])
  // The link itself is one of the folder's files.
  expect((await lstat(join(worktree.directory, path))).isSymbolicLink()).toBe(true)
})

it.each<readonly [what: string, change: (folder: string) => Promise<unknown>, changed: readonly string[]]>([
  ['nothing', async () => null, []],
  ['contents', (folder) => writeFile(join(folder, 'file.txt'), 'two'), ['libs/one/file.txt']],
  ['a new file', (folder) => writeFile(join(folder, 'new.txt'), ''), ['libs/one/new.txt']],
  ['a file that is gone', (folder) => rm(join(folder, 'file.txt')), ['libs/one/file.txt']],
  ['a submodule inside', (folder) => writeFile(join(folder, 'two/file.txt'), 'three'), ['libs/one/two/file.txt']],
  ['what git ignores', ignored, ['libs/one/.gitignore']],
])('lists what changed in a submodule of the worktree, and no more: %s', async (_what, change, changed) => {
  const checkpoints = project.checkpoints()
  const worktree = await made()
  await change(join(worktree.directory, 'libs/one'))
  for (const [folder, base] of [
    [worktree.folder, worktree.base],
    [worktree.directory, worktree.wholeBase],
  ] as const) {
    const { id, place } = valueOf(await checkpoints.save({ agentId: AGENT, folder, touched: [] }))
    expect(valueOf(await checkpoints.difference(place, base, id)).map(({ path }) => path)).toEqual(changed)
  }
  await checkpoints.close()
  expect(await git('status', '--porcelain')).toBe('')
})

async function ignored(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), 'dist\n')
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'out.js'), 'built')
}

it('leaves one without files empty', async () => {
  await git('submodule', '--quiet', 'deinit', '--force', 'libs/one')
  const worktree = await made()
  expect(worktree.dependencies).toEqual({ copied: [], left: [] })
  expect(await git('-C', worktree.directory, 'status', '--porcelain')).toBe('')
})

it('removes such a worktree like any other', async () => {
  const worktree = await made()
  expect(valueOf(await worktrees.remove(worktree))).toBeNull()
  expect(await isThere(worktree.directory)).toBe(false)
})
