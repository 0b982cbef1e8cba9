import { randomBytes } from 'node:crypto'

import { expect, it } from 'vitest'

import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import { recordAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

it('measures the parts of the database, which add up to its size', async () => {
  const before = valueOf(await shared.storage.room.sizes())
  const agentId = await recordAgent(shared.storage)
  const text = randomBytes(200_000).toString('base64')
  valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, text)] }))
  const file = shared.storage.content.stage()
  valueOf(await file.append(randomBytes(3_000_000)))
  valueOf(await file.store({ kind: 'file', media_type: 'application/octet-stream', text: null }))

  const after = valueOf(await shared.storage.room.sizes())
  expect(after.events).toBe(before.events + 1)
  expect(Number(after.bytes.files) - Number(before.bytes.files)).toBeGreaterThanOrEqual(3_000_000)
  expect(Number(after.bytes.events) - Number(before.bytes.events)).toBeGreaterThanOrEqual(200_000)
  expect(after.bytes.search).toBeGreaterThan(Number(before.bytes.search))
  expect(after.bytes.hashes).toBeGreaterThan(0)
  const { write_ahead_log: log, ...inDatabase } = after.bytes
  expect(log).toBeGreaterThan(1_000_000)
  const [row] = await shared.client`select pg_database_size(current_database())::int as bytes`
  const sum = Object.values(inDatabase).reduce((total, bytes) => Number(total) + Number(bytes), 0)
  expect(sum).toBeLessThanOrEqual(Number(row?.['bytes']))
  expect(Number(row?.['bytes']) - Number(sum)).toBeLessThan(1_000_000)
})

it('finds whose outputs were deleted, and the log that records it verifies', async () => {
  const [agentId, other] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
  const result = (of: string, callId: string, path: string) => ({
    ...userEvent(of, 'cut'),
    kind: 'tool_result' as const,
    data: { tool_call_id: callId, name: 'bash', is_error: false, duration_ms: 1, full_output: path },
  })
  const results = [
    result(agentId, 'a', '/data/tool-output/one.txt'),
    result(agentId, 'b', String.raw`C:\data\tool-output\two.txt`),
    result(other, 'c', '/elsewhere/one.txt'),
    result(other, 'd', '/data/tool-output/kept.txt'),
  ]
  valueOf(await shared.storage.store.commit({ events: results }))
  const owners = valueOf(await shared.storage.room.outputOwners(['one.txt', 'two.txt', 'none.txt']))
  expect(new Set(owners.map((owner) => `${owner.agentId} ${owner.name}`))).toEqual(
    new Set([`${agentId} one.txt`, `${agentId} two.txt`, `${other} one.txt`]),
  )
  const data = { days: 30, files: 2, bytes: 10 }
  const event = { ...userEvent(agentId, ''), kind: 'outputs_removed' as const, content: null, data }
  const { events } = valueOf(await shared.storage.store.commit({ events: [event] }))
  expect(events).toMatchObject([{ kind: 'outputs_removed', data }])
  await shared.client`select hash_events(uuid, 1000) from agents`
  expect(valueOf(await verifyEvents(shared.client, null))).toMatchObject({ unhashed: 0, faults: [] })
})
