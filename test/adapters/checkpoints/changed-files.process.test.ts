import { mkdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { Checkpoints, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints

async function save(store = checkpoints): Promise<SavedFolder> {
  const saved = await store.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value
}

/** A store that writes the arguments of every git that it starts into `calls`. */
async function countedCheckpoints(): Promise<{ readonly counted: Checkpoints; readonly calls: string }> {
  const programs = join(project.parent, 'programs')
  const calls = join(project.parent, 'calls')
  await mkdir(programs)
  const git = `#!/bin/sh\necho "$@" >> '${calls}'\nPATH='${GIT_ENVIRONMENT.PATH}' exec git "$@"\n`
  await writeFile(join(programs, 'git'), git, { mode: 0o755 })
  await symlink('/bin/sh', join(programs, 'sh'))
  return { counted: project.checkpoints({ path: programs }), calls }
}

beforeEach(async () => {
  project = await gitFolder()
  checkpoints = project.checkpoints()
  await project.write('.gitignore', 'dist/\n')
  await project.write('a.txt', 'a\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})

afterEach(() => closeAll(checkpoints, project))

describe('what has changed since the last checkpoint', () => {
  it('is found without starting git in a small folder, and by one process in a large one', async () => {
    const { counted, calls } = await countedCheckpoints()
    const first = await save(counted)
    await save(counted)
    await writeFile(calls, '')
    expect((await save(counted)).id).toBe(first.id)
    expect(await readFile(calls, 'utf8')).toBe('')
    for (let index = 0; index < 2_100; index += 1) await project.write(`many/${index}`, '')
    const second = await save(counted)
    await save(counted)
    await writeFile(calls, '')
    expect((await save(counted)).id).toBe(second.id)
    expect((await readFile(calls, 'utf8')).trim().split('\n')).toEqual([expect.stringContaining(' status ')])
    await counted.close()
  })

  it('is saved by one shell if files changed that were there before', async () => {
    const { counted, calls } = await countedCheckpoints()
    await save(counted)
    const before = await save(counted)
    await writeFile(calls, '')
    await project.write('a.txt', 'b\n')
    const after = await save(counted)
    const difference = await counted.difference(after.place, before.id, after.id)
    expect(difference).toMatchObject({ value: [{ path: 'a.txt', added: 1, removed: 1 }] })
    const programs = (await readFile(calls, 'utf8')).trim().split('\n')
    expect(programs.map((line) => line.split(' ')[0])).toEqual(['update-index', 'write-tree', 'diff-tree'])
    await counted.close()
  })

  it('is what is new in a folder that was looked at before, and what is gone', async () => {
    await project.write('sub/deep/one', '1')
    for (const _ of [1, 2]) await save()
    await project.write('sub/deep/two words\n\u00e9', '2')
    await project.write('sub/.gitignore', 'ignored\n')
    await project.write('sub/ignored', 'x')
    await unlink(join(project.folder, 'a.txt'))
    const names = await project.stored('ls-tree', '-r', '-z', '--name-only', (await save()).id)
    expect(names.split('\0')).toEqual([
      '.gitignore',
      'sub/.gitignore',
      'sub/deep/one',
      'sub/deep/two words\n\u00e9',
      '',
    ])
  })

  it('is found when the last state was collected as garbage, and with a broken .gitmodules', async () => {
    await project.write('a.txt', 'kept by nothing\n')
    await save()
    await checkpoints.close()
    // The only loose commit, which HEAD names.
    await project.stored('repack', '-a', '-d', '-q')
    await project.stored('prune', '--expire=now')
    checkpoints = project.checkpoints()
    await project.write('a.txt', 'new\n')
    await project.write('.gitmodules', '[submodule "x\n')
    expect(await project.stored('show', `${(await save()).id}:a.txt`)).toBe('new\n')
  })
})
