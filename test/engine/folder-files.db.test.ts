import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { sha256Of } from '../support/sample-files.ts'

let real: RealEngine
let directory: string
let agentId: AgentId

beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-folder-')))
  await mkdir(join(directory, 'work', 'src'), { recursive: true })
  await writeFile(join(directory, 'work', 'src', 'add.ts'), 'export const add = 1\n')
  await writeFile(join(directory, 'outside.txt'), 'outside')
  await symlink(join(directory, 'outside.txt'), join(directory, 'work', 'link.txt'))
  real = await openRealEngine({})
  const created = await real.engine.agents.create({})
  if (!created.ok) throw new Error(created.error.message)
  agentId = created.value.id
  await real.engine.agents.setFolder({ agentId, folder: join(directory, 'work') })
})
afterAll(() => closeAll(real, directory))

it('finds files of the working folder, and stores one as it is now', async () => {
  const { folder, content } = real.engine
  expect(await folder.files({ agentId, query: 'sr' })).toEqual({
    ok: true,
    value: [
      { kind: 'folder', path: 'src/', bytes: null },
      { kind: 'file', path: 'src/add.ts', bytes: 21 },
    ],
  })
  const first = await folder.attach({ agentId, path: 'src/add.ts' })
  expect(first).toMatchObject({ ok: true, value: { name: 'add.ts', kind: 'text', bytes: 21 } })
  const changed = 'export const add = 22\n'
  await writeFile(join(directory, 'work', 'src', 'add.ts'), changed)
  const second = await folder.attach({ agentId, path: 'src/add.ts' })
  expect(second).toMatchObject({ ok: true, value: { sha256: sha256Of(Buffer.from(changed)) } })
  expect(await content.text({ sha256: sha256Of(Buffer.from(changed)) })).toEqual({ ok: true, value: changed })
})

it('stores nothing from outside of the working folder', async () => {
  for (const path of ['../outside.txt', 'link.txt', join(directory, 'outside.txt')]) {
    expect(await real.engine.folder.attach({ agentId, path })).toMatchObject({
      ok: false,
      error: { category: 'REFUSED' },
    })
  }
  const sha256 = sha256Of(Buffer.from('outside'))
  expect(await real.engine.content.find({ sha256, name: 'x' })).toEqual({ ok: true, value: null })
})
