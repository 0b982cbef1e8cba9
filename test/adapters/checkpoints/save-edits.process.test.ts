import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Checkpoints, SavedFolder } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { closeAll } from '../../support/close-all.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../../support/git-folder.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints
beforeEach(async () => {
  project = await gitFolder()
  checkpoints = project.checkpoints()
})
afterEach(() => closeAll(checkpoints, project))

async function save(from: Checkpoints = checkpoints): Promise<SavedFolder> {
  const saved = await from.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value
}

/** The tree that git itself makes of the folder. */
async function treeOfGit(): Promise<string> {
  await project.git('add', '--all')
  return (await project.git('write-tree')).trim()
}

/** What git says of two states: paths with the lines that were added and removed. */
async function countsOfGit(before: string, after: string): Promise<readonly string[]> {
  const counted = await project.stored(
    '-c',
    'core.quotePath=false',
    'diff-tree',
    '-r',
    '--numstat',
    '--no-renames',
    before,
    after,
  )
  return counted.split('\n').filter((line) => line !== '')
}

async function counts(before: SavedFolder, after: SavedFolder): Promise<readonly string[]> {
  const differences = await checkpoints.difference(after.place, before.id, after.id)
  if (!differences.ok) throw new Error(differences.error.message)
  return differences.value.map(({ path, added, removed }) => `${added ?? '-'}\t${removed ?? '-'}\t${path}`)
}

describe('edits of files that a state has', () => {
  const FILES = ['a.txt', 'src/b.txt', 'src/deep/er/c.bin', 'src/ünï cöde', 'src-2/d', 'run.sh']

  it.each([1, 2, 3, 4])('have the state and the counts that git gives them, seed %i', async (seed) => {
    const random = seededRandom(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const line = (): string => `line ${below(12)}${below(20) === 0 ? '' : '\n'}`
    for (const file of FILES) await project.write(file, Array.from({ length: 20 }, line).join(''))
    let before = await save()
    for (let step = 0; step < 25; step += 1) {
      for (let edits = 1 + below(3); edits > 0; edits -= 1) {
        const file = FILES[below(FILES.length)] ?? ''
        const path = join(project.folder, file)
        const lines = readFileSync(path, 'latin1').match(/[^\n]*\n|[^\n]+$/g) ?? []
        const kind = below(8)
        if (kind === 0) chmodSync(path, below(2) === 0 ? 0o755 : 0o644)
        else if (kind === 1) writeFileSync(path, Buffer.from([0, below(256), 10]))
        else if (kind === 2) writeFileSync(path, '')
        else {
          lines.splice(below(lines.length + 1), below(4), ...Array.from({ length: below(4) }, line))
          writeFileSync(path, lines.join(''))
        }
      }
      // Now and then something else than an edit is between them.
      if (below(6) === 0) await project.write(`new/file ${step}`, line())
      const after = await save()
      expect(after.id).toBe(await treeOfGit())
      expect(await counts(before, after)).toEqual(await countsOfGit(before.id, after.id))
      before = after
    }
  })

  it('are saved without starting git from the second one on', async () => {
    const { log, path } = await loggedGit()
    const logged = project.checkpoints({ path })
    try {
      await project.write('src/a.txt', 'one\n')
      await project.write('src/b.txt', 'one\n')
      await save(logged)
      await project.write('src/a.txt', 'one\ntwo\n')
      await save(logged)
      const started = readFileSync(log, 'utf8')
      await project.write('src/a.txt', 'one\ntwo\nthree\n')
      const before = await save(logged)
      await project.write('src/a.txt', 'four\n')
      const after = await save(logged)
      const differences = await logged.difference(after.place, before.id, after.id)
      expect(differences.ok && differences.value.map(({ added, removed }) => [added, removed])).toEqual([[1, 3]])
      expect(readFileSync(log, 'utf8')).toBe(started)
    } finally {
      await logged.close()
    }
    expect(await save()).toMatchObject({ id: await treeOfGit() })
  })

  it('are in later states that git makes, also if a file is as in the index again', async () => {
    await project.write('a.txt', 'one\n')
    await project.write('b.txt', 'one\n')
    const first = await save()
    for (const content of ['two\n', 'three\n', 'four\n']) {
      await project.write('a.txt', content)
      await save()
    }
    await project.write('b.txt', 'two\n')
    expect((await save()).id).toBe(await treeOfGit())
    await project.write('new.txt', 'new\n')
    expect((await save()).id).toBe(await treeOfGit())
    for (const file of ['a.txt', 'b.txt']) await project.write(file, 'one\n')
    rmSync(join(project.folder, 'new.txt'))
    expect((await save()).id).toBe(first.id)
  })

  it('do not follow a link that takes the place of a file or of a folder above it', async () => {
    const secret = join(project.parent, 'secret')
    await mkdir(secret)
    writeFileSync(join(secret, 'a.txt'), 'outside\n')
    for (const file of ['dir/a.txt', 'b.txt']) {
      for (const content of ['one\n', 'two\n', 'three\n']) {
        await project.write(file, content)
        await save()
      }
    }
    rmSync(join(project.folder, 'dir'), { recursive: true })
    symlinkSync(secret, join(project.folder, 'dir'))
    rmSync(join(project.folder, 'b.txt'))
    symlinkSync(join(secret, 'a.txt'), join(project.folder, 'b.txt'))
    const { id } = await save()
    expect(id).toBe(await treeOfGit())
    expect(await project.stored('ls-tree', '-r', id)).not.toContain('100644')
  })
})

/** A PATH with a git that writes down its arguments. */
async function loggedGit(): Promise<{ readonly log: string; readonly path: string }> {
  const log = join(project.parent, 'starts')
  const folder = join(project.parent, 'bin')
  const real = GIT_ENVIRONMENT.PATH.split(delimiter).find((each) => existsSync(join(each, 'git'))) ?? ''
  await mkdir(folder)
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$@" >>'${log}'\nexec '${real}/git' "$@"\n`)
  await chmod(join(folder, 'git'), 0o755)
  return { log, path: `${folder}${delimiter}${GIT_ENVIRONMENT.PATH}` }
}
