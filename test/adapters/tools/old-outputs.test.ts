import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createOldOutputs } from '../../../src/main/adapters/tools/output-files.ts'

const BEFORE = Date.parse('2026-11-01T00:00:00Z')
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-outputs-'))
})

afterAll(() => rm(directory, { recursive: true, force: true }))

async function write(name: string, time: string): Promise<void> {
  await writeFile(join(directory, name), 'output')
  await utimes(join(directory, name), new Date(time), new Date(time))
}

it('deletes outputs that were last changed before the time, and nothing else', async () => {
  await write('old.txt', '2026-10-31T23:59:59Z')
  await write('older.txt', '2025-01-01T00:00:00Z')
  await write('new.txt', '2026-11-01T00:00:00Z')
  await write('old.json', '2025-01-01T00:00:00Z')
  await mkdir(join(directory, 'folder.txt'))
  await symlink(join(directory, 'old.json'), join(directory, 'link.txt'))
  const outputs = createOldOutputs(directory)
  const found = await outputs.find(BEFORE)
  expect(await readdir(directory)).toHaveLength(6)
  const removed = await outputs.remove([...found, { name: 'gone.txt', bytes: 1 }])
  expect(removed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'old.txt', bytes: 6 },
    { name: 'older.txt', bytes: 6 },
  ])
  expect((await readdir(directory)).toSorted()).toEqual(['folder.txt', 'link.txt', 'new.txt', 'old.json'])
  expect(await createOldOutputs(join(directory, 'none')).find(BEFORE)).toEqual([])
})
