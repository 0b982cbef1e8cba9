import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { isOwnPath } from '../../src/main/adapters/own-path.ts'

let top = ''

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-own-')))
  for (const name of ['root/a/b', 'root/a/b/c', 'other/a/b', 'root2/a/b'])
    await mkdir(join(top, name), { recursive: true })
  await symlink(join(top, 'other', 'a'), join(top, 'root', 'link'))
  await symlink(join(top, 'other', 'a', 'b'), join(top, 'root', 'a', 'leaf'))
  await symlink(join(top, 'nowhere'), join(top, 'root', 'a', 'dangling'))
})
afterAll(() => rm(top, { recursive: true, force: true }))

const isOwn = (path: string): Promise<boolean> => isOwnPath(join(top, 'root'), path, 2)

it('accepts what is two levels below the root, also before it exists', async () => {
  expect(await isOwn(join(top, 'root/a/b'))).toBe(true)
  expect(await isOwn(join(top, 'root/a/new'))).toBe(true)
})

it.each([
  ['the root itself', () => join(top, 'root')],
  ['one level', () => join(top, 'root/a')],
  ['three levels', () => join(top, 'root/a/b/c')],
  ['another folder', () => join(top, 'other/a/b')],
  ['a folder whose name begins alike', () => join(top, 'root2/a/b')],
  ['a way out with ..', () => `${top}/root/a/../../other/a/b`],
  ['a way around with ..', () => `${top}/root/x/../a/b`],
  ['a doubled separator', () => `${top}/root//a/b`],
  ['a separator at the end', () => `${top}/root/a/b/`],
  ['a link in the way', () => join(top, 'root/link/b')],
  ['a link at the end', () => join(top, 'root/a/leaf')],
  ['a link to nothing', () => join(top, 'root/a/dangling')],
  ['a folder that is not there', () => join(top, 'root/none/b')],
  ['the home directory', () => homedir()],
  ['the top', () => '/'],
  ['nothing', () => ''],
  ['a relative path', () => 'a/b'],
  ['a zero byte', () => `${top}/root/a/b\0`],
])('refuses %s', async (_name, path) => {
  expect(await isOwn(path())).toBe(false)
})
