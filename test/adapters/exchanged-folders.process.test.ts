import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { copyHash, replaceFiles } from '../../src/main/adapters/checkpoints/replace-files.ts'
import { fileStamp } from '../../src/main/adapters/file-stamp.ts'
import { rewriteFile } from '../../src/main/adapters/tools/rewrite-file.ts'

/** renameat2(2) with RENAME_EXCHANGE, as programs inside the sandbox can call it. */
const NUMBER = process.arch === 'arm64' ? 276 : 316
const EXCHANGE = `my ($a, $b) = @ARGV; $| = 1; syscall(${NUMBER}, -100, $a, -100, $b, 2) == 0 or die $!; print "x";
while (1) { syscall(${NUMBER}, -100, $a, -100, $b, 2) }`
const TIMES = 300

let room: string
let stop: () => Promise<void>

beforeEach(async () => {
  room = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-exchange-')))
  for (const name of ['p/a/b/c', 'victim/b/c', 'victim/c']) await mkdir(join(room, name), { recursive: true })
  stop = async () => undefined
})
afterEach(async () => {
  await stop()
  await rm(room, { recursive: true, force: true })
})

/** Exchanges two paths without end, as a command in the background does. */
async function exchange(path: string, target: string): Promise<void> {
  const link = join(room, 'link')
  await symlink(target, link)
  const child = spawn('perl', ['-e', EXCHANGE, join(room, path), link], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
}

const outside = async (): Promise<readonly string[]> => {
  const all = await readdir(join(room, 'victim'), { recursive: true, withFileTypes: true })
  return all.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
}

const NEW = { owner: null, version: null }
const wanted = { mode: 'file', content: Buffer.from('forged') } as const
const undo = (path: string, file: Pick<Parameters<typeof replaceFiles>[1][number], 'expected' | 'wanted'>) =>
  replaceFiles(join(room, 'p'), [{ path, ...file }], join(room, 'locks'))

type Write = (index: number) => Promise<unknown>

/** What is exchanged with a link to what, and what is written meanwhile. */
const WAYS: readonly (readonly [name: string, path: string, target: string, write: Write])[] = [
  ['a new file', 'p/a/b', 'victim', (n) => rewriteFile(join(room, `p/a/b/${n}`), Buffer.from('x'), NEW)],
  ['a file below', 'p/a/b', 'victim', (n) => rewriteFile(join(room, `p/a/b/c/${n}`), Buffer.from('x'), NEW)],
  ['a file in a new folder', 'p/a/b', 'victim', (n) => rewriteFile(join(room, `p/a/b/${n}/x`), Buffer.from('x'), NEW)],
  ['a file in new folders', 'p/a', 'victim', (n) => rewriteFile(join(room, `p/a/b/${n}/d/e/x`), Buffer.from('x'), NEW)],
  ['the folder above', 'p/a', 'victim', (n) => rewriteFile(join(room, `p/a/b/${n}`), Buffer.from('x'), NEW)],
  ['the agent’s folder', 'p', 'victim', (n) => rewriteFile(join(room, `p/c/${n}`), Buffer.from('x'), NEW)],
  ['a relative link', 'p/a/b', '../../victim', (n) => rewriteFile(join(room, `p/a/b/${n}`), Buffer.from('x'), NEW)],
  [
    'a file that is replaced',
    'p/a/b',
    'victim/c',
    async () => {
      const path = join(room, 'p/a/b/kept')
      const stamp = await fileStamp(path).catch(() => null)
      const version = stamp === null ? null : { ...stamp, sha256: null, bytes: null }
      return rewriteFile(path, Buffer.from('x'), { owner: { mode: 0o644, uid: 0, gid: 0 }, version })
    },
  ],
  ['an undo that writes', 'p/a/b', 'victim', (n) => undo(`a/b/${n}`, { expected: null, wanted })],
  ['an undo that makes folders', 'p/a', 'victim', (n) => undo(`a/b/${n}/x`, { expected: null, wanted })],
  [
    'an undo that makes a link',
    'p/a/b',
    'victim',
    (n) => undo(`a/b/${n}`, { expected: null, wanted: { mode: 'link', content: Buffer.from('/') } }),
  ],
  ['an undo below', 'p/a/b', 'victim', (n) => undo(`a/b/c/${n}`, { expected: null, wanted })],
]

describe.runIf(process.platform === 'linux')('while a folder and a link to elsewhere are exchanged without end', () => {
  it.each(WAYS)('nothing is written elsewhere: %s', async (_name, path, target, write) => {
    const before = await outside()
    await exchange(path, target.startsWith('.') ? target : join(room, target))
    const results: unknown[] = []
    for (let index = 0; index < TIMES; index++) results.push(await write(index).catch((error: unknown) => error))
    await stop()
    stop = async () => undefined
    expect(results.length).toBe(TIMES)
    expect(await outside()).toEqual(before)
  })

  it('nothing is removed elsewhere', async () => {
    const content = Buffer.from('forged')
    for (const folder of ['p/a/b', 'victim'])
      for (let index = 0; index < TIMES; index++) await writeFile(join(room, folder, `${index}`), content)
    const before = await outside()
    await exchange('p/a/b', join(room, 'victim'))
    const expected = { mode: 'file', hash: copyHash(content) } as const
    for (let index = 0; index < TIMES; index++) await undo(`a/b/${index}`, { expected, wanted: null })
    await stop()
    stop = async () => undefined
    expect(await outside()).toEqual(before)
  })
})

it('writes where no link is, and makes the folders that are missing', async () => {
  expect(await rewriteFile(join(room, 'p/new/deep/x'), Buffer.from('x'), NEW)).toMatchObject({ ok: true })
  expect(await readdir(join(room, 'p/new/deep'))).toEqual(['x'])
  await symlink(join(room, 'victim'), join(room, 'p/linked'))
  for (const path of ['p/linked/x', 'p/linked/new/x']) {
    const refused = await rewriteFile(join(room, path), Buffer.from('x'), NEW)
    expect(refused).toMatchObject({
      ok: false,
      outcome: { content: expect.stringContaining('became a symbolic link') },
    })
  }
})
