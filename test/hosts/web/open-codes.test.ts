import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { OpenCodes } from '../../../src/main/hosts/web/open-codes.ts'

const MINUTE = 60_000
let directory: string
let now: number
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-codes-'))
  now = 1_000_000
})
afterEach(() => rm(directory, { recursive: true }))

const codes = () => new OpenCodes(directory, () => now)
const waiting = (code: string, minutes: number) => ({
  code,
  description: `start ${code}`,
  until: now + minutes * MINUTE,
})

it('lists what another process of the user has kept, the newest first', async () => {
  await codes().add(waiting('111111', 3))
  await codes().add(waiting('222222', 5))
  expect((await codes().list()).map(({ code, description }) => [code, description])).toEqual([
    ['222222', 'start 222222'],
    ['111111', 'start 111111'],
  ])
})

it('lets nobody else read them', async () => {
  await codes().add(waiting('111111', 5))
  const folder = join(directory, 'web-codes')
  const [name = ''] = await readdir(folder)
  const modes = await Promise.all([folder, join(folder, name)].map(async (path) => (await stat(path)).mode & 0o777))
  expect(modes).toEqual([0o700, 0o600])
})

it('forgets those that were removed, that have ended, and all at a start', async () => {
  const remove = await codes().add(waiting('111111', 5))
  await codes().add(waiting('222222', 2))
  await codes().add(waiting('333333', 5))
  await remove()
  now += 2 * MINUTE
  expect((await codes().list()).map(({ code }) => code)).toEqual(['333333'])
  expect(await readdir(join(directory, 'web-codes'))).toHaveLength(1)
  await codes().clear()
  expect(await codes().list()).toEqual([])
})

it.each(['', '{', 'null', '{"code":1}'])('passes over a file that it has not written: %j', async (content) => {
  await codes().add(waiting('111111', 5))
  await writeFile(join(directory, 'web-codes', 'aaaaaaaaaaaa.json'), content)
  expect((await codes().list()).map(({ code }) => code)).toEqual(['111111'])
})
