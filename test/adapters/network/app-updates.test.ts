import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { UpdateSetting, UpdateState } from '../../../src/shared/app-update.ts'
import { createUpdates, type InstalledApp } from '../../../src/main/app-updates.ts'
import type { LoadedUpdate } from '../../../src/main/core/ports/update-ports.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { APP_FILE, feedOf, GROUND, MADE_AT, NEXT_KEY, noteOf } from '../../support/update-feed.ts'
import { startUpdateServer, type UpdateServer } from '../../support/update-server.ts'

const { signal } = new AbortController()
const NAME = 'latest-linux.yml'
const APP = 'ikigai-linux-x64.AppImage'

let server: UpdateServer
let folder: string
let replaced: LoadedUpdate[] = []
beforeAll(async () => {
  server = await startUpdateServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-updates-'))
  server.files.clear()
  server.asked.length = 0
  replaced = []
  publish(feedOf('1.3.0'))
  server.files.set(APP, APP_FILE)
})
afterEach(() => rm(folder, { recursive: true }))

function publish(feed: string, note = noteOf(feed), name = NAME): void {
  server.files.set(name, feed)
  server.files.set(`${name}.note`, note)
}

interface Changes {
  readonly channel?: UpdateSetting
  readonly app?: Partial<InstalledApp>
}

function updates({ channel = 'stable', app = {} }: Changes = {}) {
  const installed: InstalledApp = {
    way: 'app',
    platform: 'linux',
    arch: 'x64',
    ending: '.AppImage',
    address: server.address,
    keys: GROUND.keys,
    replace: (update) => void replaced.push(update),
    ...app,
  }
  return createUpdates({
    config: { updates: channel, updateFeed: null, updateRegistry: null },
    version: '1.2.3',
    folder: join(folder, 'updates'),
    clock: { now: () => GROUND.now },
    logger: createRecordingLogger(),
    app: installed,
  })
}

async function refusalOf(given: Changes = {}): Promise<UpdateState['refusal']> {
  const tried = updates(given)
  const loaded = await tried.load(signal)
  expect(loaded.ok).toBe(false)
  tried.restart()
  expect(replaced).toEqual([])
  await expect(stat(join(folder, 'updates', APP))).rejects.toThrow('ENOENT')
  return tried.state().refusal
}

it('finds, loads and hands over the file that was signed', async () => {
  const found = updates()
  expect(await found.check(signal)).toMatchObject({ newest: '1.3.0', refusal: null, checkedAt: GROUND.now })
  expect(server.asked).toEqual([`${NAME}.note`, NAME])
  expect(await found.load(signal)).toEqual({ ok: true, value: null })
  expect(replaced).toEqual([])
  found.restart()
  expect(replaced).toEqual([expect.objectContaining({ version: '1.3.0', name: APP, size: APP_FILE.length })])
  expect(await readFile(replaced[0]?.path ?? '')).toEqual(APP_FILE)
  expect(found.state().phase).toBe('installing')
})

it('gives a package to the user, who installs it', async () => {
  const name = 'ikigai_1.3.0_amd64.deb'
  server.files.set(name, APP_FILE)
  const found = updates({ app: { way: 'package', ending: '.deb' } })
  await found.load(signal)
  expect(found.state().command).toBe(`sudo apt install '${join(folder, 'updates', name)}'`)
})

it('asks nothing when it is off, has no place or knows no key', async () => {
  expect(await refusalOf({ channel: 'off' })).toBe('off')
  expect(await refusalOf({ app: { address: null } })).toBe('no_place')
  expect(await refusalOf({ app: { keys: [] } })).toBe('no_keys')
  expect(server.asked).toEqual([])
})

it('reads the list of its channel', async () => {
  const feed = feedOf('1.4.0-preview.1')
  publish(feed, noteOf(feed, { channel: 'preview' }), 'preview-linux.yml')
  expect(await updates({ channel: 'preview' }).check(signal)).toMatchObject({ newest: '1.4.0-preview.1' })
  publish(feed, noteOf(feed, { channel: 'preview' }))
  expect(await refusalOf()).toBe('other_channel')
})

it('refuses a list whose signature is missing, foreign or of another list', async () => {
  server.files.delete(`${NAME}.note`)
  expect(await refusalOf()).toBe('no_signature')
  publish(feedOf('1.3.0'), noteOf(feedOf('1.3.0'), {}, NEXT_KEY))
  expect(await refusalOf()).toBe('foreign_signature')
  publish(feedOf('9.0.0'), noteOf(feedOf('1.3.0')))
  expect(await refusalOf()).toBe('changed_feed')
})

it('refuses a list that is too long, and a file that was changed or cut off', async () => {
  server.files.set(NAME, Buffer.alloc(65_000, ' '))
  expect(await refusalOf()).toBe('oversized_feed')
  publish(feedOf('1.3.0'))
  server.files.set(APP, Buffer.from(APP_FILE).fill('x', 5, 6))
  expect(await refusalOf()).toBe('changed_file')
  server.files.set(APP, APP_FILE.subarray(9))
  expect(await refusalOf()).toBe('incomplete_file')
})

it('remembers the newest list over restarts, so that an older one is refused', async () => {
  const old = feedOf('1.3.0')
  const fixed = feedOf('1.3.1')
  publish(fixed, noteOf(fixed, { madeAt: MADE_AT + 60 }))
  expect(await updates().check(signal)).toMatchObject({ newest: '1.3.1' })
  publish(old)
  expect(await refusalOf()).toBe('replayed')
  publish(fixed, noteOf(fixed, { madeAt: MADE_AT + 60 }))
  expect(await updates().check(signal)).toMatchObject({ newest: '1.3.1', refusal: null })
})

it('an attacker who holds the server in two steps, first an old list, then a new name for its file, installs nothing', async () => {
  await updates().check(signal)
  const vulnerable = feedOf('1.2.9')
  publish(vulnerable, noteOf(vulnerable, { madeAt: MADE_AT - 9_000 }))
  expect(await refusalOf()).toBe('replayed')
  publish(vulnerable.replace('version: 1.2.9', 'version: 9.9.9'), noteOf(vulnerable, { madeAt: MADE_AT - 9_000 }))
  expect(await refusalOf()).toBe('changed_feed')
})

it('asks again before it loads: a version that was withdrawn meanwhile is not installed', async () => {
  const found = updates()
  await found.check(signal)
  const fixed = feedOf('1.2.3')
  publish(fixed, noteOf(fixed, { madeAt: MADE_AT + 60 }))
  expect(await found.load(signal)).toMatchObject({ ok: false })
  expect(server.asked).not.toContain(APP)
})
