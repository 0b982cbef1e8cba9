import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ComponentState } from '../../../src/shared/engine-state.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { TurnLease } from '../../../src/main/core/ports/log-ports.ts'
import { valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests({ engines: 2 })

async function acquire(by: Storage, agentId: string): Promise<TurnLease | null> {
  return valueOf(await by.leases.acquire(agentId))
}

it('lets one engine have an agent, and only once', async () => {
  const agentId = randomUUID()
  const lease = await acquire(shared.storage, agentId)
  expect([lease === null, await acquire(shared.storage, agentId), await acquire(shared.other, agentId)]).toEqual([
    false,
    null,
    null,
  ])
  await lease?.release()
  await lease?.release()
  const next = await acquire(shared.other, agentId)
  expect([next === null, await acquire(shared.storage, agentId)]).toEqual([false, null])
  await next?.release()
})

it('gives it to exactly one of many who ask at the same time', async () => {
  const agentId = randomUUID()
  const asked = Array.from({ length: 20 }, (_, index) =>
    acquire(index % 2 === 0 ? shared.storage : shared.other, agentId),
  )
  expect((await Promise.all(asked)).filter((lease) => lease !== null)).toHaveLength(1)
})

it('waits a moment for an agent that another engine is about to let go', async () => {
  const agentId = randomUUID()
  const lease = await acquire(shared.other, agentId)
  const asked = acquire(shared.storage, agentId)
  // The first look, on the same connection, has been answered: it was not free.
  expect(await acquire(shared.storage, randomUUID())).not.toBeNull()
  await lease?.release()
  const next = await asked
  expect(next).not.toBeNull()
  await next?.release()
})

it('takes its leases again after a lost connection, and says so in its state meanwhile', async () => {
  const agentId = randomUUID()
  await acquire(shared.storage, agentId)
  const states: ComponentState[] = []
  const { promise: back, resolve } = Promise.withResolvers<void>()
  const stop = shared.storage.onStateChange((state) => {
    states.push(state)
    if (state.state === 'ok') resolve()
  })
  await shared.client`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${agentId}, 2)`
  await back
  stop()
  expect(states).toEqual([
    { state: 'error', message: 'Connection to the database lost, trying again' },
    { state: 'ok', message: 'embedded' },
  ])
  expect(await acquire(shared.other, agentId)).toBeNull()
})
