import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { KILL_LOCK } from '../../../src/main/adapters/storage/advisory-locks.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  plainClient,
  recordAgent,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

/** A wire to the database over TCP, as to another machine. */
const directory = temporaryDirectory()
const remoteDirectory = temporaryDirectory()
const clients = new Set<Socket>()
let heard = Promise.withResolvers<void>()
let isHeld = false
let wire: Server
let owner: Storage
let remote: Storage

beforeAll(async () => {
  owner = await open(directory)
  wire = createServer((client) => {
    const server = connect(join(directory, 'postgres', 'run', '.s.PGSQL.5432'))
    clients.add(client)
    client.on('data', (bytes) => {
      server.write(bytes)
      heard.resolve()
    })
    server.on('data', (bytes) => isHeld || client.write(bytes))
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const address = wire.address()
  const url = new URL(urlOf(directory))
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  remote = await open(remoteDirectory, url.href)
})

afterAll(() => closeAll(remote, wire, owner, directory, remoteDirectory))

/** Every connection ends as when the other machine has forgotten it. */
function reset(): void {
  for (const client of clients) client.resetAndDestroy()
  clients.clear()
}

/** More than the storage has connections, so that all of them are busy and more is waiting. */
const AT_ONCE = 40

it.each([1, 2, 3])(
  'what is under way when connections are reset is answered, and so is everything after it (%i)',
  async (round) => {
    const agentId = await recordAgent(owner)
    const words = Array.from({ length: AT_ONCE }, (_, index) => `${round}.${index}`)
    heard = Promise.withResolvers()
    isHeld = true
    const committing = words.map((word) => remote.store.commit({ events: [userEvent(agentId, word)] }))
    await heard.promise
    reset()
    isHeld = false
    const committed = await Promise.all(committing)
    const refused = committed.flatMap((result) => (result.ok ? [] : [[result.error.category, result.error.retryable]]))
    expect(refused).toEqual(refused.map(() => ['STORAGE', true]))
    const kept = words.filter((_, index) => committed[index]?.ok)
    const recorded = valueOf(await remote.store.events({ agentId })).map(({ content }) => content)
    expect([recorded.length, new Set(recorded)]).toEqual([kept.length, new Set(kept)])
  },
)

it('a commit that the server was still carrying out when its connection was reset is not recorded after the answer', async () => {
  const agentId = await recordAgent(owner)
  const other = plainClient(directory)
  const held = await other.reserve()
  // A kill holds this lock, and every commit waits for it.
  await held`select pg_advisory_lock(${KILL_LOCK})`
  const committing = remote.store.commit({ events: [userEvent(agentId, 'late')] })
  const waiting = () => held`select from pg_locks where objid = ${KILL_LOCK} and not granted`
  await expect.poll(async () => (await waiting()).length, { timeout: DATABASE_TIMEOUT_MS }).toBe(1)
  reset()
  const committed = await committing
  await held`select pg_advisory_unlock(${KILL_LOCK})`
  held.release()
  await other.end()
  // Commits to an agent are recorded one after the other: this one comes after what is left of the first.
  const next = await remote.store.commit({ events: [userEvent(agentId, 'next')] })
  expect([committed.ok, next.ok]).toEqual([false, true])
  expect(valueOf(await remote.store.events({ agentId })).map(({ content }) => content)).toEqual(['next'])
})

it.each([1, 2, 3])('a lease that is asked for again at once after a reset is answered too (%i)', async () => {
  const agentId = await recordAgent(owner)
  heard = Promise.withResolvers()
  isHeld = true
  const taking = remote.leases.acquire(agentId)
  await heard.promise
  reset()
  isHeld = false
  const first = await taking
  // It succeeds if it was asked for on a connection made after the reset.
  if (first.ok) await first.value?.release()
  // At once: the driver has heard of the end, and does not know yet that the connection is closed.
  const again = await remote.leases.acquire(agentId)
  const lease = again.ok ? again.value : valueOf(await remote.leases.acquire(agentId))
  expect(lease).not.toBeNull()
  await lease?.release()
})
