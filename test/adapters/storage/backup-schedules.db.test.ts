import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { MANIFEST, openBackupFolder } from '../../../src/main/adapters/backup/backup-folder.ts'
import { type BackupStore, createBackupStore } from '../../../src/main/adapters/backup/backup-store.ts'
import { createBackupSigner } from '../../../src/main/adapters/proof/backup-signer.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { BackupDatabases, backUp, contentOf, restore, Writer } from './support/backup-database.ts'
import { contextsAndRequests } from './support/rendered-requests.ts'
import { removeDirectory, temporaryDirectory, valueOf } from './support/test-storage.ts'

/** Schedules of the property test; IKIGAI_BACKUP_SCHEDULES=200 for a long run. */
const SCHEDULES = Number(process.env['IKIGAI_BACKUP_SCHEDULES'] ?? 4)
const SEED = Number(process.env['IKIGAI_BACKUP_SEED'] ?? 1)

const directory = temporaryDirectory()
const databases = new BackupDatabases()

afterEach(() => databases.close())

afterAll(() => removeDirectory(directory))

type Content = Awaited<ReturnType<typeof contentOf>>

class Crash extends Error {}

/** Stops at one of the operations on files, in the middle of a write or before it. */
function crashingStore(path: string, operations: number): BackupStore {
  const store = createBackupStore(path)
  let left = operations
  const crash = (): void => {
    if (left-- <= 0) throw new Crash('stopped')
  }
  return {
    ...store,
    async write(name, bytes) {
      if (left === 0) {
        await mkdir(path, { recursive: true })
        await writeFile(join(path, `${name}.${randomUUID()}.tmp`), bytes.subarray(0, bytes.length / 2))
      }
      crash()
      await store.write(name, bytes)
    },
    async remove(name) {
      crash()
      await store.remove(name)
    },
  }
}

describe('backup and restore', () => {
  for (let index = 0; index < SCHEDULES; index++) {
    const seed = SEED + index
    it(`restores byte by byte what was there at the last complete backup (seed ${seed})`, async () => {
      const random = seededRandom(seed)
      const { url, client } = await databases.empty()
      const writer = new Writer(client, random)
      const path = join(directory, randomUUID())
      const passphrase = seed % 2 === 0 ? 'correct horse' : null
      const signer = createBackupSigner(memorySecrets(), async () => path)
      const late = databases.connect(url)
      let expected: { readonly content: Content; readonly requests: readonly string[] } | null = null
      let held = 0
      const problems: string[] = []
      for (let step = 0; step < 12; step++) {
        // An event of a long transaction has a lower id than events that are backed up before it.
        const isLate = step > 0 && random() < 0.3
        if (isLate) await late.unsafe('begin')
        if (isLate) await writer.writeEvent(late)
        for (let count = Math.floor(random() * 8); count >= 0; count--) await writer.write()
        const before = await contentOf(client)
        const crashes = random() < 0.5
        const store = crashes ? crashingStore(path, Math.floor(random() * 14)) : createBackupStore(path)
        const manifest = () => (existsSync(join(path, MANIFEST)) ? readFile(join(path, MANIFEST), 'utf8') : null)
        const previous = await manifest()
        const made = await backUp(client, store, passphrase, signer)
        if (!crashes && !made.ok) problems.push(made.error.message)
        // The manifest is what makes a backup valid, also if the run was stopped after it.
        if ((await manifest()) !== previous) expected = { content: before, requests: await contextsAndRequests(url) }
        const { events, newEvents } = made.ok ? made.value : { events: held, newEvents: 0 }
        if (made.ok && events !== before['messages']?.length) problems.push(`${events} events in step ${step}`)
        if (newEvents !== events - held) problems.push(`${newEvents} new events in step ${step}`)
        if (expected !== null) held = expected.content['messages']?.length ?? 0
        if (isLate) await late.unsafe(random() < 0.5 ? 'commit' : 'rollback')
      }
      expect(problems).toEqual([])
      if (expected === null) return
      const { client: target, url: targetUrl } = await databases.empty()
      expect(await restore(target, path, { passphrase })).toMatchObject({ ok: true })
      expect(await contentOf(target)).toEqual(expected.content)
      expect(await contextsAndRequests(targetUrl)).toEqual(expected.requests)
      await new Writer(target, random).write()
      const seal = valueOf(await valueOf(await openBackupFolder(createBackupStore(path), passphrase)).seal())
      expect(seal === null ? null : await signer.judge(seal, null)).toEqual({ state: 'signed', problem: null })
    })
  }
})
