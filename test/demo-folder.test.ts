import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { makeDemoFolder } from '../src/main/demo-folder.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-test-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** The pid of a process that has ended. */
const ENDED = spawnSync(process.execPath, ['--version']).pid

async function plant(name: string, owner: string | null): Promise<void> {
  await mkdir(join(directory, name, 'data'), { recursive: true })
  if (owner !== null) await writeFile(join(directory, name, 'owner'), owner)
}

it('deletes the folder of a demo that was killed', async () => {
  await plant('ikigai-demo-killed', `${hostname()} ${ENDED}`)
  const folder = await makeDemoFolder(directory)
  expect(await readdir(directory)).toEqual([basename(folder)])
})

it('leaves the folders of running demos, and all that is not surely its own', async () => {
  await plant('ikigai-demo-running', `${hostname()} ${process.pid}`)
  await plant('ikigai-demo-elsewhere', `another-${hostname()} ${ENDED}`)
  await plant('ikigai-demo-unknown', null)
  await plant('ikigai-demo-odd', `${hostname()} -1`)
  await plant('elsewhere', `${hostname()} ${ENDED}`)
  await symlink(join(directory, 'elsewhere'), join(directory, 'ikigai-demo-link'))
  await mkdir(join(directory, 'ikigai-demo-linked'))
  await symlink(join(directory, 'elsewhere', 'owner'), join(directory, 'ikigai-demo-linked', 'owner'))
  const before = await readdir(directory)

  const first = await makeDemoFolder(directory)
  const second = await makeDemoFolder(directory)
  expect((await readdir(directory)).toSorted()).toEqual([...before, basename(first), basename(second)].toSorted())
  expect(await readdir(join(directory, 'elsewhere'))).toEqual(['data', 'owner'])
})
