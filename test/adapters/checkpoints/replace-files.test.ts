import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { replaceFiles } from '../../../src/main/adapters/checkpoints/replace-files.ts'

let top = ''

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-replace-')))
  for (const name of ['real/sub', 'victim/sub']) await mkdir(join(top, name), { recursive: true })
  await writeFile(join(top, 'victim/kept.txt'), 'kept')
  await symlink(join(top, 'victim'), join(top, 'link'))
  await symlink(join(top, 'victim'), join(top, 'real/inner'))
})
afterEach(() => rm(top, { recursive: true, force: true }))

const wanted = { mode: 'file', content: Buffer.from('forged') } as const

it('writes into the folder itself', async () => {
  const done = await replaceFiles(join(top, 'real'), [{ path: 'a.txt', expected: null, wanted }], join(top, 'locks'))
  expect(done).toMatchObject({ ok: true, value: { conflicts: [] } })
  expect(await readFile(join(top, 'real/a.txt'), 'utf8')).toBe('forged')
})

it.each([
  ['a link in the place of the folder', 'link', 'kept.txt'],
  ['a folder below a link', 'link/sub', 'a.txt'],
  ['a link inside the folder', 'real/inner', 'kept.txt'],
  ['a way out', 'real/../victim', 'kept.txt'],
  ['a doubled separator', '/victim', 'kept.txt'],
  ['a separator at the end', 'victim/', 'kept.txt'],
  ['a folder that is gone', 'gone', 'a.txt'],
  ['a path through a link', 'real', 'inner/a.txt'],
  ['a path that leads out', 'real', '../victim/kept.txt'],
  ['an absolute path', 'real', '/etc/passwd'],
  ['a repository', 'real', '.git/hooks/pre-commit'],
  ['a repository in another spelling', 'real', '.GIT /config'],
])('writes and removes nothing for %s', async (_name, folder, path) => {
  for (const file of [
    { path, expected: null, wanted },
    { path, expected: null, wanted: null },
  ]) {
    const done = await replaceFiles(`${top}/${folder}`, [file], join(top, 'locks'))
    const isUnwritten = !done.ok || file.wanted === null || done.value.conflicts.includes(path)
    expect(isUnwritten).toBe(true)
  }
  expect(await readFile(join(top, 'victim/kept.txt'), 'utf8')).toBe('kept')
  expect(await readdir(join(top, 'victim'))).toEqual(['kept.txt', 'sub'])
  expect(await readdir(join(top, 'real'))).toEqual(['inner', 'sub'])
})
