import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'

import { createBackupSigner } from '../../../src/main/adapters/proof/backup-signer.ts'
import { machineKey } from '../../../src/main/adapters/proof/log-signer.ts'
import type { BackupSeal } from '../../../src/main/core/ports/backup-signature-ports.ts'
import { err } from '../../../src/shared/result.ts'
import { valueOf } from '../../support/drive-agent.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { sha256 } from '../../support/sha256.ts'

const LOG = randomUUID()

let secrets: ReturnType<typeof memorySecrets>

beforeEach(() => {
  secrets = memorySecrets()
})

const signerAt = (path: string, own = secrets) => createBackupSigner(own, async () => path)

/** Makes the next backup in a folder; `isNoted`: false: it is stopped right after its manifest was put in place. */
async function next(path: string, previous: BackupSeal | null, { own = secrets, isNoted = true } = {}) {
  const madeAt = `2026-11-27T12:00:00.${String(previous === null ? 1 : 2).padStart(3, '0')}Z`
  const begun = valueOf(await signerAt(path, own).begin(LOG, { madeAt, previous }))
  const manifest = sha256(randomUUID())
  const seal: BackupSeal = { logId: LOG, manifest, note: begun.sign(manifest) }
  if (isNoted) valueOf(await begun.placed())
  return seal
}

const judge = (path: string, seal: BackupSeal, key: string | null = null) => signerAt(path).judge(seal, key)

it('knows the newest backup of a folder, wherever the folder is, and names older ones', async () => {
  const first = await next('/disk', null)
  expect(await judge('/disk', first)).toEqual({ state: 'signed', problem: null })
  const second = await next('/disk', first)
  expect(await judge('/elsewhere', second)).toEqual({ state: 'signed', problem: null })
  const older = { state: 'signed', problem: expect.stringMatching(/is of .*001Z and older than .*002Z/) }
  expect(await judge('/disk', first)).toEqual(older)
  expect(await judge('/elsewhere', first)).toEqual(older)
})

it('goes on after a run that was stopped before it noted the backup, and after an older state was put back', async () => {
  const first = await next('/disk', null)
  const second = await next('/disk', first, { isNoted: false })
  expect(await judge('/disk', second)).toEqual({ state: 'signed', problem: null })
  const third = await next('/disk', second)
  expect(await judge('/disk', second)).toMatchObject({ problem: expect.stringContaining('older') })
  const fourth = await next('/disk', first)
  expect(await judge('/disk', fourth)).toEqual({ state: 'signed', problem: null })
  expect(await judge('/disk', third)).toMatchObject({ problem: expect.stringContaining('older') })
})

it('names a signature that was removed, or is of someone else, of another backup, or of another log', async () => {
  const own = await next('/disk', null)
  const forged = await next('/disk', null, { own: memorySecrets() })
  expect(await judge('/disk', { ...own, note: null })).toEqual({
    state: 'unsigned',
    problem: expect.stringContaining('is not signed, though one in this folder was'),
  })
  expect(await judge('/disk', forged)).toEqual({ state: 'wrong', problem: expect.stringContaining('expected key') })
  const other = { state: 'wrong', problem: expect.stringContaining('of another one') }
  expect(await judge('/disk', { ...own, manifest: sha256('x') })).toEqual(other)
  expect(await judge('/disk', { ...own, logId: randomUUID() })).toEqual(other)
  expect(await judge('/disk', { ...own, note: 'x' })).toEqual(other)
})

it('says of a backup of another machine that its key is not here, and compares it with a given key', async () => {
  const theirs = memorySecrets()
  const backup = await next('/usb', null, { own: theirs })
  expect(await judge('/usb', backup)).toEqual({ state: 'unknown', problem: null })
  const key = await machineKey(theirs)
  expect(await judge('/usb', backup, key)).toEqual({ state: 'signed', problem: null })
  const none = { ...backup, note: null }
  expect(await judge('/usb', none)).toEqual({ state: 'unsigned', problem: null })
  expect(await judge('/usb', none, key)).toEqual({
    state: 'unsigned',
    problem: expect.stringContaining('no signature'),
  })
  await next('/here', null)
  expect(await judge('/here', backup, await machineKey(secrets))).toMatchObject({ state: 'wrong' })
})

it('takes two disks that come to the same path by turns for what they are', async () => {
  const one = await next('/media/disk', null)
  const two = await next('/media/disk', null)
  const newerOne = await next('/media/disk', one)
  expect(await judge('/media/disk', two)).toEqual({ state: 'signed', problem: null })
  expect(await judge('/media/disk', newerOne)).toEqual({ state: 'signed', problem: null })
})

it('says where the keychain does not answer that a backup was not compared, and signs none', async () => {
  const own = await next('/disk', null)
  const forged = await next('/disk', null, { own: memorySecrets() })
  const key = await machineKey(secrets)
  const locked = err({ category: 'STORAGE', message: 'locked', retryable: false } as const)
  const lock = (isHidden: (name: string) => boolean) => {
    const store: ReturnType<typeof memorySecrets> = {
      ...secrets,
      get: async (name) => (isHidden(name) ? null : secrets.get(name)),
      find: async (name) => (isHidden(name) ? locked : secrets.find(name)),
    }
    return signerAt('/disk', store)
  }
  const all = lock(() => true)
  const problem = expect.stringContaining('The keychain does not answer')
  expect(await all.judge({ ...own, note: null }, null)).toEqual({ state: 'unsigned', problem })
  expect(await all.judge(forged, null)).toEqual({ state: 'unknown', problem })
  expect(await all.judge(own, null)).toEqual({ state: 'unknown', problem })
  // An older state in its place would not be noticed.
  expect(await all.judge(own, key)).toEqual({ state: 'signed', problem })
  const notes = lock((name) => name.startsWith('signed-backup-'))
  expect(await notes.judge(own, null)).toEqual({ state: 'signed', problem })
  const wishes = { madeAt: '2026-11-27T12:00:00.000Z', previous: null }
  expect(await notes.begin(LOG, wishes)).toEqual(locked)
  expect(await lock(() => false).judge(own, null)).toEqual({ state: 'signed', problem: null })
})
