import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { judgeUpdate, readUpdateKeys } from '../../src/main/adapters/proof/judge-update.ts'
import { feedOf, GROUND } from '../support/update-feed.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'sign-update.ts')
const run = promisify(execFile)
const sign = (...args: readonly string[]) => run(process.execPath, [SCRIPT, ...args])

let folder: string
let [key, keys, feed] = ['', '', '']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-sign-'))
  key = join(folder, 'release.key')
  keys = join(folder, 'update-keys.json')
  await writeFile(keys, '[]\n')
  feed = join(folder, 'latest-linux.yml')
  await writeFile(feed, feedOf('1.3.0'))
})
afterAll(() => rm(folder, { recursive: true }))

it('makes a key that only its owner reads, and signs a list that the app takes with the public one', async () => {
  const { stdout } = await sign('--new-key', key, '--keys', keys)
  expect((await stat(key)).mode & 0o777).toBe(0o600)
  expect(stdout).not.toContain((await readFile(key, 'utf8')).trim())
  const known = readUpdateKeys(JSON.parse(await readFile(keys, 'utf8')))
  expect(known).toHaveLength(1)
  await sign(feed, '--key', key, '--machine', 'linux-x64')
  const note = await readFile(`${feed}.note`, 'utf8')
  const ground = { ...GROUND, keys: known, now: Date.now() }
  expect(judgeUpdate(await readFile(feed), note, ground)).toMatchObject({ type: 'install', version: '1.3.0' })
  await expect(sign('--new-key', key, '--keys', keys)).rejects.toThrow('exists')
  await sign('--new-key', join(folder, 'next.key'), '--keys', keys)
  expect(readUpdateKeys(JSON.parse(await readFile(keys, 'utf8')))).toEqual([known[0], expect.anything()])
})

it('signs nothing that the app would refuse', async () => {
  const other = join(folder, 'other.yml')
  await writeFile(other, `${feedOf('1.3.0')}stagingPercentage: 10\n`)
  await expect(sign(other, '--key', key, '--machine', 'linux-x64')).rejects.toThrow('not a list of updates')
  await expect(sign(feed, '--key', key, '--machine', 'win32-x64')).rejects.toThrow('no_file')
  await expect(sign(feed, '--key', key, '--machine', 'beos-x64')).rejects.toMatchObject({ code: 2 })
  await expect(sign(feed, '--key', key, '--machine', 'linux-x64', '--days', '9999')).rejects.toMatchObject({ code: 2 })
})
