import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Checkpoints } from '../../../src/main/core/ports/checkpoint-ports.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'
/** A process that does not exist: Linux has no larger ids than 4,194,304. */
const NO_PROCESS = 4_999_999

let project: GitFolder
beforeEach(async () => {
  project = await gitFolder()
  await project.write('one', 'before')
  await project.write('two', 'before')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'x')
})
afterEach(() => project.remove())

async function save(checkpoints: Checkpoints): Promise<string> {
  const saved = await checkpoints.save({ agentId: AGENT, folder: project.folder, touched: [] })
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value.id
}

/** Paths of all indexes, from the folder of checkpoints. */
async function indexes(): Promise<readonly string[]> {
  const entries = await readdir(join(project.dataDirectory, 'checkpoints'), { recursive: true })
  return entries.filter((entry) => /(?:^|\/)index[^/]*$/.test(entry))
}

/** Renames the only index, as if another process had left it. */
async function leaveIndex(renamed: (name: string) => string): Promise<string> {
  const [left = '', ...others] = await indexes()
  expect(others).toEqual([])
  const folder = join(project.dataDirectory, 'checkpoints')
  await rename(join(folder, left), join(folder, renamed(left)))
  return renamed(left)
}

it.each([1, 2, 3])('sees what another store with the same process id has saved: %i', async (rounds) => {
  const stores = [project.checkpoints(), project.checkpoints()]
  const [first, second] = stores
  if (first === undefined || second === undefined) throw new Error('no stores')
  expect(await save(second)).toBe(await save(first))
  for (let round = 0; round < rounds; round += 1) {
    await project.write(round % 2 === 0 ? 'one' : 'new', `after ${round}`)
    const saved = await save(first)
    expect(await save(second)).toBe(saved)
    expect(await project.stored('cat-file', 'blob', `${saved}:${round % 2 === 0 ? 'one' : 'new'}`)).toBe(
      `after ${round}`,
    )
  }
  for (const checkpoints of stores) await checkpoints.close()
})

it('takes the index of a process of this machine that was killed', async () => {
  const before = await save(project.checkpoints())
  await leaveIndex((name) => name.replace(/index-\d+/, `index-${NO_PROCESS}`))
  expect(await save(project.checkpoints())).toBe(before)
  expect(await indexes()).toHaveLength(1)
})

it.each([
  [
    'another machine or container',
    (name: string) => name.replace(/(index-)\d+-[0-9a-f]{8}/, `$1${NO_PROCESS}-00000000`),
  ],
  ['a process that runs', (name: string) => name.replace(/[0-9a-f]{8}$/, '00000000')],
])('leaves the index of %s alone', async (_name, other) => {
  const before = await save(project.checkpoints())
  const left = await leaveIndex(other)
  expect(await save(project.checkpoints())).toBe(before)
  const found = await indexes()
  expect(found).toHaveLength(2)
  expect(found).toContain(left)
})
