import { chmod, lstat, mkdir, readdir, readFile, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { Checkpoints, FileReplacement, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import type { Result } from '../../../src/shared/result.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function save(touched: readonly string[] = [], folder = project.folder): Promise<SavedFolder> {
  return value(await checkpoints.save({ agentId: AGENT, folder, touched }))
}

/** Returns the replacements that lead from one state to another. */
async function wayBack(from: SavedFolder, to: SavedFolder): Promise<readonly FileReplacement[]> {
  const differences = value(await checkpoints.difference(from.place, from.id, to.id))
  const contents = value(
    await checkpoints.read(
      from.place,
      differences.flatMap(({ after }) => after ?? []),
    ),
  )
  let at = 0
  return differences.map(({ path, before, after }) => {
    const content = after === null ? undefined : contents[at++]
    return {
      path,
      expected: before,
      wanted: after === null || content === undefined ? null : { mode: after.mode, content },
    }
  })
}

async function restore(from: SavedFolder, to: SavedFolder) {
  return value(await checkpoints.replace(from.place, await wayBack(from, to)))
}

describe.each(['git', 'shadow', 'copies'] as const)('checkpoints stored as %s', (store) => {
  const all = ['a.txt', 'bin', 'link', 'sub/b.txt', 'run.sh', 'new.txt']

  beforeEach(async () => {
    project = await gitFolder({ init: store === 'git' })
    checkpoints = project.checkpoints(store === 'copies' ? { path: '/nonexistent' } : {})
    await project.write('a.txt', 'one\r\ntwo\n')
    await project.write('bin', Buffer.from([0, 1, 2, 255]))
    await project.write('sub/b.txt', 'b\n')
    await project.write('run.sh', '#!/bin/sh\n')
    await chmod(join(project.folder, 'run.sh'), 0o755)
    await symlink('/etc/hostname', join(project.folder, 'link'))
    if (store === 'git') {
      await project.git('add', 'a.txt', 'sub')
      await project.git('commit', '--quiet', '-m', 'x')
    }
  })

  afterEach(() => closeAll(checkpoints, project))

  const saveAll = () => save(all.map((path) => join(project.folder, path)))

  it('are begun by several engines at the same time', async () => {
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => project.stores().storeOf({ store, folder: project.folder })),
    )
    expect(opened.filter(({ ok }) => !ok)).toEqual([])
    const names = await readdir(join(project.dataDirectory, 'checkpoints'))
    expect(names.filter((name) => name.includes('-'))).toEqual([])
    await save()
  })

  it('gives equal states equal ids, and names what differs', async () => {
    const first = await saveAll()
    expect(first.place).toEqual({ store, folder: project.folder })
    expect((await saveAll()).id).toBe(first.id)
    await project.write('a.txt', 'one\r\nTWO\nthree\n')
    await project.write('new.txt', 'n\n')
    await unlink(join(project.folder, 'sub/b.txt'))
    const second = await saveAll()
    const differences = value(await checkpoints.difference(first.place, first.id, second.id))
    expect(differences.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['a.txt', 2, 1],
      ['new.txt', 1, 0],
      ['sub/b.txt', 0, 1],
    ])
  })

  it('restores every byte, links, modes and folders, and back again', async () => {
    const first = await saveAll()
    const before = await project.files()
    await project.write('a.txt', 'other')
    await project.write('bin', Buffer.from([9, 0, 9]))
    await unlink(join(project.folder, 'sub/b.txt'))
    await unlink(join(project.folder, 'link'))
    await project.write('link', 'a file now')
    await chmod(join(project.folder, 'run.sh'), 0o644)
    await project.write('new.txt', 'n')
    const second = await saveAll()
    const after = await project.files()
    expect(await restore(second, first)).toEqual({ conflicts: [] })
    expect(await project.files()).toEqual(before)
    expect((await lstat(join(project.folder, 'run.sh'))).mode & 0o777).toBe(0o755)
    expect(await restore(first, second)).toEqual({ conflicts: [] })
    expect(await project.files()).toEqual(after)
  })

  it('writes nothing when one file has changed since', async () => {
    const first = await saveAll()
    await project.write('a.txt', 'by the agent')
    await project.write('new.txt', 'by the agent')
    const second = await saveAll()
    await project.write('new.txt', 'by the user')
    const now = await project.files()
    expect(await restore(second, first)).toEqual({ conflicts: ['new.txt'] })
    expect(await project.files()).toEqual(now)
  })

  it('does not write through a link or into .git', async () => {
    const outside = join(project.parent, 'outside')
    await mkdir(outside)
    await symlink(outside, join(project.folder, 'out'))
    const { place } = await saveAll()
    const wanted = { mode: 'file', content: Buffer.from('x') } as const
    const through = value(await checkpoints.replace(place, [{ path: 'out/x', expected: null, wanted }]))
    expect(through).toEqual({ conflicts: ['out/x'] })
    for (const path of ['.git/hooks/x', '../x', '/x', 'a/../../x', '.GIT/x', 'a/.git./x', '']) {
      expect(await checkpoints.replace(place, [{ path, expected: null, wanted }])).toMatchObject({ ok: false })
    }
    await expect(readFile(join(outside, 'x'))).rejects.toThrow('ENOENT')
  })

  it('skips large files and never removes them', async () => {
    await checkpoints.close()
    checkpoints = project.checkpoints({ maxFileBytes: 100, ...(store === 'copies' && { path: '/nonexistent' }) })
    const first = await saveAll()
    await project.write('new.txt', 'x'.repeat(101))
    const second = await saveAll()
    expect(second).toMatchObject({ id: first.id, skipped: [{ path: 'new.txt', reason: 'large' }] })
    await project.write('a.txt', 'y'.repeat(200))
    const third = await saveAll()
    expect(await restore(third, first)).toEqual({ conflicts: ['a.txt'] })
  })

  it('knows its states after a restart', async () => {
    const first = await saveAll()
    await checkpoints.close()
    checkpoints = project.checkpoints(store === 'copies' ? { path: '/nonexistent' } : {})
    await project.write('a.txt', 'changed')
    const second = await saveAll()
    await restore(second, first)
    expect(await project.read('a.txt')).toBe('one\r\ntwo\n')
  })
})

describe('checkpoints in a repository', () => {
  beforeEach(async () => {
    project = await gitFolder()
    checkpoints = project.checkpoints()
    await project.write('.gitignore', 'dist/\n')
    await project.write('a.txt', 'a\n')
    await project.git('add', '.')
    await project.git('commit', '--quiet', '-m', 'x')
  })

  afterEach(() => closeAll(checkpoints, project))

  it('touches neither index, HEAD, branches, stash nor status', async () => {
    await project.write('a.txt', 'staged\n')
    await project.git('add', 'a.txt')
    await project.write('a.txt', 'unstaged\n')
    await project.write('untracked', 'u\n')
    const seen = async () => [
      await readFile(join(project.folder, '.git/index'), 'latin1'),
      await project.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
      await readFile(join(project.folder, '.git/HEAD'), 'utf8'),
    ]
    await project.git('status')
    const before = await seen()
    const saved = await save()
    expect(await seen()).toEqual(before)
    expect(await project.git('status', '--porcelain')).toBe('MM a.txt\n?? untracked\n')
    expect(await project.stored('show', `${saved.id}:a.txt`)).toBe('unstaged\n')
  })

  it('keeps its objects when git collects garbage', async () => {
    await project.write('a.txt', 'only in a checkpoint\n')
    const saved = await save()
    await project.write('a.txt', 'a\n')
    await save()
    await project.git('gc', '--prune=now', '--quiet')
    expect(await project.stored('show', `${saved.id}:a.txt`)).toBe('only in a checkpoint\n')
    expect(await project.git('for-each-ref', 'refs/ikigai')).toBe('')
  })

  it('leaves out what git ignores and names repositories inside', async () => {
    await project.write('dist/out.js', 'x')
    await project.write('inner/f', 'x')
    await project.git('init', '--quiet', 'inner')
    const saved = await save()
    expect(await project.stored('ls-tree', '-r', '--name-only', saved.id)).toBe('.gitignore\na.txt\n')
    expect(saved.skipped).toEqual([{ path: 'inner/', reason: 'repository' }])
  })

  it('saves only the folder of an agent that works in a part of the repository', async () => {
    await project.write('packages/one/f', '1')
    await project.write('packages/one/dist/x', '1')
    await project.write('packages/two/f', '2')
    const first = await save([], join(project.folder, 'packages/one'))
    await project.write('packages/one/f', 'changed')
    await project.write('packages/two/f', 'changed')
    const second = await save([], join(project.folder, 'packages/one'))
    const differences = value(await checkpoints.difference(first.place, first.id, second.id))
    expect(differences.map(({ path }) => path)).toEqual(['f'])
    await restore(second, first)
    expect(await project.read('packages/one/f')).toBe('1')
    expect(await project.read('packages/two/f')).toBe('changed')
  })
})
