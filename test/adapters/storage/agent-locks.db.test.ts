import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeAll } from '../../support/close-all.ts'
import type { ComponentState } from '../../../src/shared/engine-state.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { TurnLease } from '../../../src/main/core/ports/log-ports.ts'
import { DATABASE_TIMEOUT_MS, open, plainClient, temporaryDirectory, valueOf } from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const directory = temporaryDirectory()
let storage: Storage
let other: Storage
let plain: Sql

beforeAll(async () => {
  storage = await open(directory)
  other = await open(directory)
  plain = plainClient(directory)
})

afterAll(() => closeAll(plain, other, storage, directory))

async function acquire(by: Storage, agentId: string): Promise<TurnLease | null> {
  return valueOf(await by.leases.acquire(agentId))
}

it('lets one engine have an agent, and only once', async () => {
  const agentId = randomUUID()
  const lease = await acquire(storage, agentId)
  expect([lease === null, await acquire(storage, agentId), await acquire(other, agentId)]).toEqual([false, null, null])
  await lease?.release()
  await lease?.release()
  const next = await acquire(other, agentId)
  expect([next === null, await acquire(storage, agentId)]).toEqual([false, null])
  await next?.release()
})

it('gives it to exactly one of many who ask at the same time', async () => {
  const agentId = randomUUID()
  const asked = Array.from({ length: 20 }, (_, index) => acquire(index % 2 === 0 ? storage : other, agentId))
  expect((await Promise.all(asked)).filter((lease) => lease !== null)).toHaveLength(1)
})

it('waits a moment for an agent that another engine is about to let go', async () => {
  const agentId = randomUUID()
  const lease = await acquire(other, agentId)
  const asked = acquire(storage, agentId)
  // The first look, on the same connection, has been answered: it was not free.
  expect(await acquire(storage, randomUUID())).not.toBeNull()
  await lease?.release()
  const next = await asked
  expect(next).not.toBeNull()
  await next?.release()
})

it('takes its leases again after a lost connection, and says so in its state meanwhile', async () => {
  const agentId = randomUUID()
  await acquire(storage, agentId)
  const states: ComponentState[] = []
  const { promise: back, resolve } = Promise.withResolvers<void>()
  const stop = storage.onStateChange((state) => {
    states.push(state)
    if (state.state === 'ok') resolve()
  })
  await plain`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${agentId}, 2)`
  await back
  stop()
  expect(states).toEqual([
    { state: 'error', message: 'Connection to the database lost, trying again' },
    { state: 'ok', message: 'embedded' },
  ])
  expect(await acquire(other, agentId)).toBeNull()
})
