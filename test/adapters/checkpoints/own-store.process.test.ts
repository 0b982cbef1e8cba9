import { readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { Checkpoints, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints

beforeEach(async () => {
  project = await gitFolder({ init: false })
  checkpoints = project.checkpoints()
})
afterEach(() => closeAll(checkpoints, project))

const save = async (inside = ''): Promise<SavedFolder> =>
  valueOf(await checkpoints.save({ agentId: AGENT, folder: join(project.folder, inside), touched: [] }))

async function commit(): Promise<void> {
  await project.write('a.txt', 'a\n')
  await project.write('pkg/b.txt', 'b\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
}

async function cloneWith(...options: readonly string[]): Promise<void> {
  await project.git('init', '--quiet', '--initial-branch=main')
  await commit()
  await project.git('config', 'uploadpack.allowFilter', 'true')
  await project.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  await rename(project.folder, join(project.parent, 'origin'))
  await project.write('x', '')
  await rm(join(project.folder, 'x'))
  await project.git('clone', '--quiet', ...options, `file://${join(project.parent, 'origin')}`, '.')
}

interface Form {
  readonly name: string
  readonly make: () => Promise<unknown>
  readonly inside?: string
}

/** Kinds of repositories, each with the files `a.txt` and `pkg/b.txt`. */
const FORMS: readonly Form[] = [
  { name: 'one commit', make: () => project.git('init', '--quiet').then(commit) },
  { name: 'a package', make: () => project.git('init', '--quiet').then(commit), inside: 'pkg' },
  {
    name: 'no commit',
    make: async () => {
      await project.git('init', '--quiet')
      await project.write('a.txt', 'a\n')
      await project.write('pkg/b.txt', 'b\n')
    },
  },
  { name: 'sha256', make: () => project.git('init', '--quiet', '--object-format=sha256').then(commit) },
  { name: 'a shallow clone', make: () => cloneWith('--depth=1') },
  { name: 'a clone without contents', make: () => cloneWith('--filter=blob:none') },
  { name: 'a clone without trees', make: () => cloneWith('--filter=tree:0') },
  { name: 'a clone that shares objects', make: () => cloneWith('--shared') },
  {
    name: 'a linked worktree',
    make: async () => {
      await cloneWith()
      await rename(project.folder, join(project.parent, 'main'))
      await project
        .git('-C', join(project.parent, 'main'), 'worktree', 'add', '--quiet', '--detach', project.folder)
        .catch(async () => {
          await project.write('x', '')
          await rm(join(project.folder, 'x'))
          await project.git(
            '-C',
            join(project.parent, 'main'),
            'worktree',
            'add',
            '--quiet',
            '--detach',
            project.folder,
          )
        })
    },
  },
  {
    name: 'a submodule inside',
    make: async () => {
      await project.git('init', '--quiet')
      await commit()
      await project.git('init', '--quiet', '../inner')
      await project.git('-C', '../inner', 'commit', '--quiet', '--allow-empty', '-m', 'x')
      await project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../inner', 'sub')
    },
  },
  { name: 'a sparse checkout', make: () => cloneWith().then(() => project.git('sparse-checkout', 'set', 'pkg')) },
  {
    name: 'a split index',
    make: () =>
      project
        .git('init', '--quiet')
        .then(commit)
        .then(() => project.git('update-index', '--split-index')),
  },
  {
    name: 'a merge that is not finished',
    make: async () => {
      await project.git('init', '--quiet', '--initial-branch=main')
      await commit()
      await project.git('checkout', '--quiet', '-b', 'side')
      await project.write('a.txt', 'side\n')
      await project.git('commit', '--quiet', '-am', 'side')
      await project.git('checkout', '--quiet', 'main')
      await project.write('a.txt', 'main\n')
      await project.git('commit', '--quiet', '-am', 'main')
      await project.git('merge', '--quiet', 'side').catch(() => null)
    },
  },
  {
    name: 'staged contents',
    make: async () => {
      await project.git('init', '--quiet')
      await commit()
      await project.write('pkg/b.txt', 'staged\n')
      await project.git('add', '.')
    },
  },
]

/** All that a program sees of a repository, without the index, whose times git refreshes. */
async function seen(): Promise<readonly string[]> {
  const { stdout: files } = await filesOfGit()
  return [
    files,
    await project.git('for-each-ref'),
    await project.git('count-objects', '-v'),
    await project.git('status', '--porcelain'),
    await project.git('log', '--all', '--format=%s').catch(() => ''),
  ]
}

async function filesOfGit() {
  const directory = (await project.git('rev-parse', '--git-common-dir')).trim()
  const names = await readdir(join(project.folder, directory).replace(`${project.folder}/${'/'}`, '/'), {
    recursive: true,
  }).catch(() => readdir(directory, { recursive: true }))
  return { stdout: names.toSorted().join('\n') }
}

/** What takes objects away from a repository, or the repository itself. */
const LOSSES: readonly { readonly name: string; readonly lose: () => Promise<unknown> }[] = [
  {
    name: 'a history made anew',
    lose: async () => {
      await rm(join(project.folder, '.git'), { recursive: true })
      await project.git('init', '--quiet')
    },
  },
  {
    name: 'a repository in another format',
    lose: async () => {
      await rm(join(project.folder, '.git'), { recursive: true })
      await project.git('init', '--quiet')
      await project.git('commit', '--quiet', '--allow-empty', '-m', 'x')
    },
  },
  { name: 'no repository any more', lose: () => rm(join(project.folder, '.git'), { recursive: true }) },
  {
    name: 'objects that are gone',
    lose: async () => {
      await rm(join(project.folder, '.git', 'objects'), { recursive: true })
      await project.git('init', '--quiet')
    },
  },
  {
    name: 'branches removed and garbage collected',
    lose: async () => {
      await project.git('update-ref', '-d', 'HEAD')
      await project.git('rm', '--quiet', '--cached', '-r', '.').catch(() => '')
      await project.git('reflog', 'expire', '--expire=now', '--all')
      await project.git('gc', '--quiet', '--prune=now')
    },
  },
]

describe('states of a repository', () => {
  it.each(FORMS)('leave nothing in it: $name', async ({ make, inside = '' }) => {
    await make()
    await project.git('status')
    const before = await seen()
    const first = await save(inside)
    await project.write('pkg/b.txt', 'changed\n')
    await project.write('pkg/new.txt', 'new\n')
    const second = await save(inside)
    await checkpoints.close()
    const differences = valueOf(await checkpoints.difference(first.place, first.id, second.id))
    expect(differences.map(({ path }) => path.replace('pkg/', ''))).toEqual(['b.txt', 'new.txt'])
    await rm(join(project.folder, 'pkg/new.txt'))
    const old = differences[0]?.before
    const contents = valueOf(await checkpoints.read(first.place, old === undefined || old === null ? [] : [old]))
    await project.write('pkg/b.txt', contents[0] ?? '')
    expect(await seen()).toEqual(before)
  })

  const read = FORMS.flatMap((form) =>
    form.name === 'a linked worktree' ? [] : LOSSES.map((loss) => ({ ...form, loss: loss.name, lose: loss.lose })),
  )
  it.each(read)('are read and continued after a loss: $name, $loss', async ({ make, inside = '', lose }) => {
    await make()
    const first = await save(inside)
    await project.write('pkg/b.txt', 'by the agent\n')
    const second = await save(inside)
    await checkpoints.close()
    const open = valueOf(await checkpoints.difference(first.place, first.id, second.id))
    await lose()
    const lost = valueOf(await checkpoints.difference(first.place, first.id, second.id))
    expect(lost).toEqual(open)
    valueOf(
      await checkpoints.read(
        first.place,
        lost.flatMap(({ before }) => before ?? []),
      ),
    )
    const third = await save(inside)
    await project.write('pkg/b.txt', 'after the loss\n')
    const fourth = await save(inside)
    const changed = valueOf(await checkpoints.difference(fourth.place, third.id, fourth.id))
    expect(changed.map(({ path, added }) => [path.replace('pkg/', ''), added])).toEqual([['b.txt', 1]])
    const [content] = valueOf(
      await checkpoints.read(
        fourth.place,
        changed.flatMap(({ before }) => before ?? []),
      ),
    )
    expect(Buffer.from(content ?? []).toString()).toBe('by the agent\n')
  })

  it.each(['', 'pkg'])('are read after the folder was moved or removed: “%s”', async (inside) => {
    await project.git('init', '--quiet')
    await commit()
    const first = await save(inside)
    await project.write('pkg/b.txt', 'by the agent\n')
    const second = await save(inside)
    await checkpoints.close()
    await rename(project.folder, join(project.parent, 'moved'))
    checkpoints = project.checkpoints()
    const moved = valueOf(await checkpoints.difference(first.place, first.id, second.id))
    expect(moved).toMatchObject([{ path: inside === '' ? 'pkg/b.txt' : 'b.txt', added: 1, removed: 1 }])
    await rm(join(project.parent, 'moved'), { recursive: true })
    const [old] = moved.flatMap(({ before }) => before ?? [])
    const contents = valueOf(await checkpoints.read(first.place, old === undefined ? [] : [old]))
    expect(Buffer.from(contents[0] ?? []).toString()).toBe('b\n')
  })

  it('are not many files, and are packed', async () => {
    await project.git('init', '--quiet')
    for (let index = 0; index < 3_000; index += 1) await project.write(`many/${index}`, `${index}\n`)
    const { id } = await save()
    await checkpoints.close()
    const [line] = (await project.stored('count-objects')).split(' ')
    expect(Number(line)).toBeLessThan(20)
    expect((await project.stored('ls-tree', '-r', '--name-only', id)).split('\n')).toHaveLength(3_001)
  })

  it('are taken over from where earlier versions kept them', async () => {
    await project.git('init', '--quiet')
    await commit()
    await project.write('pkg/b.txt', 'only in a state\n')
    await project.git('add', '.')
    const tree = (await project.git('write-tree')).trim()
    const old = (await project.git('commit-tree', tree, '-m', 'Checkpoint')).trim()
    await project.git('update-ref', `refs/ikigai/checkpoints/${AGENT}`, old)
    await project.git('reset', '--quiet', '--hard')
    const { place, id } = await save()
    expect(await project.git('for-each-ref', 'refs/ikigai')).toBe('')
    await checkpoints.close()
    await project.git('gc', '--quiet', '--prune=now')
    const differences = valueOf(await checkpoints.difference(place, tree, id))
    expect(differences).toMatchObject([{ path: 'pkg/b.txt', added: 1, removed: 1 }])
  })
})

describe('a hostile folder', () => {
  it.each([
    [
      'objects that are a link',
      async () => {
        await rename(join(project.folder, '.git', 'objects'), join(project.parent, 'elsewhere'))
        await symlink(join(project.parent, 'elsewhere'), join(project.folder, '.git', 'objects'))
      },
    ],
    [
      'a list of other stores',
      () =>
        writeFile(join(project.folder, '.git', 'objects', 'info', 'alternates'), `${join(project.parent, 'other')}\n`),
    ],
    [
      'a `.git` that is a file',
      async () => {
        await rename(join(project.folder, '.git'), join(project.parent, 'other-git'))
        await writeFile(join(project.folder, '.git'), `gitdir: ${join(project.parent, 'other-git')}\n`)
      },
    ],
    [
      'a `.git` that is a link',
      async () => {
        await rename(join(project.folder, '.git'), join(project.parent, 'other-git'))
        await symlink(join(project.parent, 'other-git'), join(project.folder, '.git'))
      },
    ],
    [
      'a directory that is named for others',
      () => writeFile(join(project.folder, '.git', 'commondir'), `${join(project.parent, 'other')}\n`),
    ],
    [
      'settings from elsewhere',
      () => writeFile(join(project.folder, '.git', 'config'), `[include]\npath = ${join(project.parent, 'evil')}\n`),
    ],
  ])('gets nothing written outside while states are saved: %s', async (_name, attack) => {
    await project.git('init', '--quiet')
    await commit()
    await project.write('../other/objects/info/x', '')
    await project.write('../evil', `[core]\n\tfsmonitor = touch ${project.parent}/ran\n`)
    await save()
    await attack()
    const before = await readdir(project.parent, { recursive: true })
    await project.write('pkg/b.txt', 'changed\n')
    await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
    await checkpoints.close()
    const after = (await readdir(project.parent, { recursive: true })).filter((name) => !before.includes(name))
    expect(after.filter((name) => !name.startsWith('data/'))).toEqual([])
  })
})
