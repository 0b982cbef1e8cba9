import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Checkpoints } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { type GitFolder, GIT_ENVIRONMENT, gitFolder } from '../../support/git-folder.ts'
import { makeFolder } from '../../../src/main/make-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

let project: GitFolder
let checkpoints: Checkpoints
/** Stands in for git; what it does is changed while a test runs. */
let program: string
beforeEach(async () => {
  project = await gitFolder()
  const programs = join(project.parent, 'programs')
  makeFolder(programs)
  program = join(programs, 'git')
  await failAt(null)
  checkpoints = project.checkpoints({ path: `${programs}:${GIT_ENVIRONMENT.PATH}` })
  await project.write('one', 'before')
  await project.write('two', 'before')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})
afterEach(() => project.remove())

/** Lets git fail where it adds files, with what it says then; null: it does not fail. */
async function failAt(said: string | null): Promise<void> {
  const fails = said === null ? '' : `case "$*" in *update-index*) echo "${said}" >&2; exit 128;; esac\n`
  await writeFile(program, `#!/bin/sh\n${fails}PATH=${GIT_ENVIRONMENT.PATH} exec git "$@"\n`)
  await chmod(program, 0o755)
}

const save = () => checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })

async function changedSince(before: Awaited<ReturnType<typeof save>>): Promise<readonly string[]> {
  const after = await save()
  if (!before.ok || !after.ok) throw new Error('not saved')
  const difference = await checkpoints.difference(after.value.place, before.value.id, after.value.id)
  return difference.ok ? difference.value.map(({ path }) => path) : []
}

describe('what has nothing to do with the file that is saved', () => {
  it.each([
    ['a lock', 'fatal: Unable to create x/index.lock: Permission denied'],
    ['no process', 'fatal: cannot fork: Resource temporarily unavailable'],
    ['a full disk', 'error: unable to write file: No space left on device; fatal: Unable to process path one'],
    ['no words', ''],
  ])('fails the save and leaves no old content for new: %s', async (_name, said) => {
    for (const paths of [['one'], ['one', 'two']]) {
      const before = await save()
      for (const path of paths) await project.write(path, `after ${path} ${paths.length}`)
      await failAt(said)
      expect(await save()).toMatchObject({ ok: false })
      await failAt(null)
      expect(await changedSince(before)).toEqual(paths)
    }
  })
})

it('removes the lock of its own index, which a killed process left', async () => {
  const before = await save()
  const folders = join(project.dataDirectory, 'checkpoints')
  for (const entry of await readdir(folders, { recursive: true }))
    if (/(?:^|\/)index-[\da-f-]+$/.test(entry)) await writeFile(join(folders, `${entry}.lock`), '')
  await project.write('one', 'after')
  expect(await changedSince(before)).toEqual(['one'])
})
