import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { readPostmasterFile } from '../../../src/main/adapters/storage/embedded/postmaster-file.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const directory = temporaryDirectory()
const cluster = join(directory, 'postgres', 'cluster')
const RUNNING = new AbortController().signal
let storage: Storage

beforeAll(async () => {
  storage = await open(directory)
  const agentId = await recordAgent(storage)
  const events = Array.from({ length: 60 }, (_, index) => userEvent(agentId, `${index} `.repeat(500)))
  valueOf(await storage.store.commit({ events }))
})

afterAll(() => closeAll(storage, directory))

/** Kills the server and waits until the storage has started another one. */
async function crash(): Promise<void> {
  process.kill(readPostmasterFile(cluster)?.pid ?? 0, 'SIGKILL')
  while (!(await storage.store.agents()).ok || !storage.health.isDue()) await delay(5)
}

it('is due after a crash of the server until a check has found everything intact', async () => {
  expect(storage.health.isDue()).toBe(false)
  await crash()
  expect(valueOf(await storage.health.check(RUNNING))).toMatchObject({ isThorough: true, damages: [] })
  expect(storage.health.isDue()).toBe(false)
})

it('stays due over clean ends while a page is damaged, and names the table', async () => {
  await crash()
  const client = plainClient(directory)
  const [row] = await client`select pg_relation_filepath('messages') as path`
  await client.end()
  await storage.close()
  const file = join(cluster, String(row?.['path']))
  const intact = readFileSync(file)
  const damaged = Buffer.from(intact)
  damaged.fill(0xff, 8192 + 4000, 8192 + 4010)
  writeFileSync(file, damaged)

  storage = await open(directory)
  expect(storage.health.isDue()).toBe(true)
  const { damages } = valueOf(await storage.health.check(RUNNING))
  expect(damages).toEqual([expect.objectContaining({ name: 'public.messages', isIndex: false })])
  await storage.close()

  writeFileSync(file, intact)
  storage = await open(directory)
  expect(storage.health.isDue()).toBe(true)
  expect(valueOf(await storage.health.check(RUNNING)).damages).toEqual([])
  expect(storage.health.isDue()).toBe(false)
})

it('ends a check when the signal aborts', async () => {
  const stopped = new AbortController()
  const checked = storage.health.check(stopped.signal)
  stopped.abort()
  expect(await checked).toMatchObject({ ok: false, error: { category: 'STORAGE' } })
  expect((await storage.store.agents()).ok).toBe(true)
})
