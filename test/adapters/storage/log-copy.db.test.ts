import { chmodSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, it, vi } from 'vitest'

import { readCleanEnd } from '../../../src/main/adapters/storage/embedded/clean-end.ts'
import { openStorage } from '../../../src/main/adapters/storage/open-storage.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { checkBackup } from '../../../src/main/core/backup/check-backup.ts'
import { copyFolder, createCopyMaker, openCopy } from '../../../src/main/upgrade-copy.ts'
import { copyDatabaseTemplate } from '../../support/database-template.ts'
import {
  DATABASE_TIMEOUT_MS,
  recordAgent,
  removeDirectory,
  storageOptions,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS })

const directories: string[] = []
afterAll(() => directories.forEach(removeDirectory))

/** A data directory with an empty database. */
async function newData(): Promise<string> {
  const directory = temporaryDirectory()
  directories.push(directory)
  // As root, the server's user has to get in.
  chmodSync(directory, 0o711)
  const data = join(directory, 'data')
  await copyDatabaseTemplate(data)
  return data
}

async function openWithCopy(data: string, version = '1.0.0'): Promise<Storage> {
  return valueOf(
    await openStorage({ ...storageOptions(data), version, copyMaker: createCopyMaker(data, version, null) }),
  )
}

async function record(storage: Storage, ...contents: readonly string[]): Promise<void> {
  const agentId = await recordAgent(storage)
  valueOf(await storage.store.commit({ events: contents.map((content) => userEvent(agentId, content)) }))
}

async function copied(data: string) {
  const { manifest, content } = valueOf(await checkBackup(valueOf(await openCopy(copyFolder(data)))))
  return { events: content.events, madeAt: manifest.madeAt, damages: content.damages, logId: manifest.logId }
}

const cleanEnd = (data: string) => readCleanEnd(join(data, 'postgres'))

it('holds everything after each clean end, and nothing is clean while the database is used', async () => {
  const data = await newData()
  const first = await openWithCopy(data)
  await record(first, 'one', 'two')
  await first.close()
  const { events, madeAt } = await copied(data)
  expect([events, cleanEnd(data)]).toEqual([2, { madeAt }])
  const second = await openWithCopy(data)
  expect(cleanEnd(data)).toBeNull()
  await record(second, 'three')
  const third = await openWithCopy(data)
  await second.close()
  expect([(await copied(data)).events, cleanEnd(data)]).toEqual([2, null])
  await third.close()
  expect((await copied(data)).events).toBe(3)
  expect(cleanEnd(data)).toEqual({ madeAt: (await copied(data)).madeAt })
})

it('is left as it is by an ikigai that writes nothing, and completed by one that writes', async () => {
  const data = await newData()
  const written = await openWithCopy(data)
  await record(written, 'one')
  await written.close()
  const first = cleanEnd(data)
  const reading = await openWithCopy(data)
  expect(cleanEnd(data)).toBeNull()
  await reading.close()
  expect(cleanEnd(data)).toEqual(first)
  const [beside, writing] = [await openWithCopy(data), await openWithCopy(data)]
  await record(writing, 'two')
  await writing.close()
  await beside.close()
  expect((await copied(data)).events).toBe(2)
  expect(cleanEnd(data)).not.toEqual(first)
  expect(cleanEnd(data)).not.toBeNull()
})

it('is not called clean when another ikigai opens the database while the copy is made', async () => {
  const data = await newData()
  const maker = createCopyMaker(data, '1.0.0', null)
  const others: Storage[] = []
  const storage = valueOf(
    await openStorage({
      ...storageOptions(data),
      copyMaker: {
        ...maker,
        async complete(source, how) {
          const made = await maker.complete(source, how)
          others.push(await openWithCopy(data))
          return made
        },
      },
    }),
  )
  await record(storage, 'one')
  await storage.close()
  expect(cleanEnd(data)).toBeNull()
  for (const other of others) await other.close()
  expect(cleanEnd(data)).not.toBeNull()
})

it('is read and mended at the first start of another version, and not by the same one', async () => {
  const data = await newData()
  const first = await openWithCopy(data)
  await record(first, 'one')
  await first.close()
  const files = readdirSync(copyFolder(data)).filter((name) => name !== 'ikigai-backup.json')
  const damage = (): void => files.forEach((name) => writeFileSync(join(copyFolder(data), name), 'x'))
  damage()
  const same = await openWithCopy(data)
  expect((await copied(data)).damages).not.toEqual([])
  const other = await openWithCopy(data, '2.0.0')
  expect((await copied(data)).damages).toEqual([])
  await other.close()
  await same.close()
})

it('keeps the copy of another log under another name', async () => {
  const data = await newData()
  const first = await openWithCopy(data)
  await record(first, 'one')
  await first.close()
  const { logId } = await copied(data)
  renameSync(join(data, 'postgres'), join(data, '..', 'old'))
  await copyDatabaseTemplate(data)
  const second = await openWithCopy(data)
  await record(second, 'two')
  await second.close()
  expect((await copied(data)).logId).not.toBe(logId)
  const kept = readdirSync(join(data, '..')).filter((name) => name.startsWith('data-upgrade-'))
  expect(kept).toHaveLength(1)
})

it('leaves a folder of the user alone', async () => {
  const data = await newData()
  const first = await openWithCopy(data)
  await record(first, 'one')
  await first.close()
  renameSync(join(copyFolder(data), 'ikigai-backup.json'), join(copyFolder(data), 'letter.txt'))
  const second = await openWithCopy(data)
  await second.close()
  expect(cleanEnd(data)).toBeNull()
  expect(readdirSync(copyFolder(data))).toContain('letter.txt')
})
