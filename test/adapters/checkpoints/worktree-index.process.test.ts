import { readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createWorktrees } from '../../../src/main/adapters/checkpoints/create-worktrees.ts'
import type { Worktrees } from '../../../src/main/core/ports/worktree-ports.ts'
import type { AgentWorktree } from '../../../src/shared/agent-worktree.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let worktrees: Worktrees

beforeEach(async () => {
  project = await gitFolder()
  const stores = project.stores()
  worktrees = createWorktrees({ stores, dataDirectory: project.dataDirectory, environment: GIT_ENVIRONMENT })
  await project.write('top.txt', 'top\n')
  await project.write('src/a.txt', 'a\n')
  await project.write('src/deep/b.txt', 'b\n')
  await project.write('other/c.txt', 'c\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
})
afterEach(() => project.remove())

const git = (...args: readonly string[]) => project.git('-c', 'protocol.file.allow=always', ...args)

async function addSubmodule(): Promise<void> {
  await git('init', '--quiet', '../inner')
  await git('-C', '../inner', 'commit', '--quiet', '--allow-empty', '-m', 'inner')
  await git('submodule', '--quiet', 'add', '../inner', 'libs/inner')
  await git('commit', '--quiet', '-m', 'submodule')
}

async function conflict(): Promise<void> {
  await git('checkout', '--quiet', '-b', 'side')
  await project.write('top.txt', 'side\n')
  await git('commit', '--quiet', '-am', 'side')
  await git('checkout', '--quiet', 'main')
  await project.write('top.txt', 'main\n')
  await git('commit', '--quiet', '-am', 'main')
  await git('merge', '--quiet', 'side').catch(() => null)
}

/** What makes a repository special, and the part of it in which the agent works. */
const FORMS: readonly (readonly [name: string, make: () => Promise<unknown>, inside?: string])[] = [
  ['nothing', async () => null],
  ['a sparse checkout by folders', () => git('sparse-checkout', 'set', 'src')],
  ['a sparse checkout by patterns', () => git('sparse-checkout', 'set', '--no-cone', '/src/', '!/src/deep/')],
  ['a sparse index', () => git('sparse-checkout', 'set', '--sparse-index', 'src')],
  ['a sparse checkout and a package', () => git('sparse-checkout', 'set', 'src'), 'src/deep'],
  [
    'a sparse checkout with a change',
    async () => {
      await git('sparse-checkout', 'set', 'src')
      await project.write('src/a.txt', 'changed\n')
    },
  ],
  [
    'a sparse checkout with staged files',
    async () => {
      await git('sparse-checkout', 'set', 'src')
      await project.write('src/new.txt', 'new\n')
      await git('add', 'src/new.txt')
    },
  ],
  [
    'a mark set by hand on a changed file',
    async () => {
      await git('update-index', '--skip-worktree', 'top.txt')
      await project.write('top.txt', 'mine\n')
    },
  ],
  [
    'a file that is assumed to be unchanged',
    async () => {
      await git('update-index', '--assume-unchanged', 'src/a.txt')
      await project.write('src/a.txt', 'mine\n')
    },
  ],
  ['a submodule', addSubmodule],
  [
    'a submodule without files',
    async () => {
      await addSubmodule()
      await git('submodule', '--quiet', 'deinit', '--force', 'libs/inner')
    },
  ],
  [
    'a submodule outside of a sparse checkout',
    async () => {
      await addSubmodule()
      await git('submodule', '--quiet', 'deinit', '--force', 'libs/inner')
      await git('sparse-checkout', 'set', 'src')
    },
  ],
  [
    'a split index',
    async () => {
      await git('update-index', '--split-index')
      await git('update-index', '--assume-unchanged', 'src/a.txt')
    },
  ],
  ['a merge that is not finished', conflict],
  [
    'a file that will be added',
    async () => {
      await project.write('src/wanted.txt', 'wanted\n')
      await git('add', '--intent-to-add', 'src/wanted.txt')
    },
  ],
  ['names in other scripts', () => project.write('src/naïve\n名.txt', 'x\n')],
  ['a removed file', () => rm(join(project.folder, 'top.txt'))],
]

async function create(inside = '', commit?: string): Promise<AgentWorktree> {
  const made = await worktrees.create({ agentId: AGENT, name: 'x', folder: join(project.folder, inside), commit })
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}

async function changedPaths(folder: string): Promise<readonly string[]> {
  const status = await project.git('-C', folder, 'status', '--porcelain', '-z', '--untracked-files=all')
  return status.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.slice(3)]))
}

describe('an own worktree', () => {
  it.each(FORMS.map(([name, make, inside = '']) => ({ name, make, inside })))(
    'shows the same changes as its repository: $name',
    async ({ make, inside }) => {
      await make()
      const expected = (await changedPaths(project.folder)).toSorted()
      const { directory } = await create(inside)
      expect((await changedPaths(directory)).toSorted()).toEqual(expected)
      expect((await readdir(directory)).toSorted()).toEqual((await readdir(project.folder)).toSorted())
    },
  )

  it('makes no folder of a submodule behind a link', async () => {
    await addSubmodule()
    await rm(join(project.folder, 'libs'), { recursive: true })
    const outside = join(project.parent, 'outside')
    await project.write('../outside/inner/file', 'x')
    await symlink(outside, join(project.folder, 'libs'))
    const { directory } = await create()
    expect(await readdir(join(project.parent, 'outside'))).toEqual(['inner'])
    expect(await readdir(directory)).toContain('libs')
  })

  it('says that a bare repository has no files', async () => {
    await git('init', '--quiet', '--bare', '../bare')
    const made = await worktrees.create({ agentId: AGENT, name: 'x', folder: join(project.parent, 'bare') })
    expect(made).toMatchObject({ ok: false, error: { message: expect.stringContaining('bare repository') } })
  })
})

describe('commits of an own worktree', () => {
  const heads = async () => (await project.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).split('\n')

  it('are on no branch while it exists', async () => {
    await create()
    expect(await heads()).toEqual(['main', ''])
  })

  it('get a branch when it is removed', async () => {
    const worktree = await create()
    await project.git('-C', worktree.directory, 'commit', '--quiet', '--allow-empty', '-m', 'own')
    const head = await project.git('-C', worktree.directory, 'rev-parse', 'HEAD')
    expect(await worktrees.remove(worktree)).toEqual({ ok: true, value: null })
    expect(await heads()).toEqual([worktree.branch, 'main', ''])
    expect(await project.git('rev-parse', worktree.branch)).toBe(head)
  })

  it.each([
    { name: 'there are none', commands: [] },
    { name: 'the agent made a branch', commands: [['checkout', '--quiet', '-b', 'feature']] },
    {
      name: 'the agent made a tag',
      commands: [
        ['commit', '--quiet', '--allow-empty', '-m', 'own'],
        ['tag', 'kept'],
      ],
    },
  ])('get no branch if $name', async ({ commands }) => {
    const worktree = await create()
    for (const command of commands) await project.git('-C', worktree.directory, ...command)
    expect(await worktrees.remove(worktree)).toEqual({ ok: true, value: null })
    expect(await heads()).not.toContain(worktree.branch)
  })

  it('are not removed with it if no branch can be made', async () => {
    const worktree = await create()
    await project.git('-C', worktree.directory, 'commit', '--quiet', '--allow-empty', '-m', 'own')
    await project.git('branch', 'ikigai')
    expect(await worktrees.remove(worktree)).toMatchObject({ ok: false })
    expect(await readdir(worktree.directory)).toContain('top.txt')
  })
})
