import { drizzle } from 'drizzle-orm/postgres-js'
import { beforeAll, expect, it } from 'vitest'

import { readMapPoints } from '../../../src/main/adapters/storage/map-points.ts'
import type { MapPointOptions } from '../../../src/main/core/ports/search-ports.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId, EventId } from '../../../src/shared/ids.ts'
import { plainClient, recordAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const ALL: MapPointOptions = { agentIds: null, beforeId: Number.MAX_SAFE_INTEGER, afterId: 0, limit: 100 }
const shared = storageForTests()
let [first, second]: AgentId[] = []
const ids: EventId[] = []

beforeAll(async () => {
  first = await recordAgent(shared.storage)
  second = await recordAgent(shared.storage)
  const answer = { agent: second, events: [1] }
  const events: readonly NewEvent[] = [
    userEvent(first, 'One'),
    { agentId: first, turnId: null, kind: 'assistant', content: 'An answer', data: {} },
    userEvent(second, `Two \0 \uD800${'x'.repeat(2_000)}`),
    {
      agentId: first,
      turnId: null,
      kind: 'merge',
      content: 'Merged',
      data: { sources: [answer], merged: answer, branch: 'answer' },
    },
    { agentId: first, turnId: null, kind: 'mail', content: 'Done', data: { from: second, mail_id: 1 } },
  ]
  for (const event of events)
    ids.push(valueOf(await shared.storage.store.commit({ events: [event] })).events[0]?.id ?? 0)
})

const read = async (options: Partial<MapPointOptions>) =>
  valueOf(await shared.storage.search.mapPoints({ ...ALL, ...options }))

it('finds prompts, merges and mails with their times, newest first, and no answer', async () => {
  const { points, readFrom } = await read({})
  expect(points.map(({ eventId, agentId, kind, from }) => ({ eventId, agentId, kind, from }))).toEqual([
    { eventId: ids[4], agentId: first, kind: 'mail', from: [second] },
    { eventId: ids[3], agentId: first, kind: 'merge', from: [second] },
    { eventId: ids[2], agentId: second, kind: 'prompt', from: [] },
    { eventId: ids[0], agentId: first, kind: 'prompt', from: [] },
  ])
  expect(readFrom).toBe(0)
  for (const { at } of points) expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
  expect(points[2]?.text).toMatch(/^Two \0 \uD800x+$/)
  expect(points[2]?.text.length).toBeLessThanOrEqual(1_000)
})

it('finds those of some agents, before, after, and as many as asked for', async () => {
  const found = async (options: Partial<MapPointOptions>) => (await read(options)).points.map(({ eventId }) => eventId)
  expect(await found({ agentIds: [second ?? ''] })).toEqual([ids[2]])
  expect(await found({ agentIds: [] })).toEqual([])
  expect(await found({ beforeId: ids[3] ?? 0 })).toEqual([ids[2], ids[0]])
  expect(await found({ afterId: ids[2] ?? 0 })).toEqual([ids[4], ids[3]])
  expect(await found({ limit: 2 })).toEqual([ids[4], ids[3]])
})

it('reads a limited part of the log, and says where the rest begins', async () => {
  const client = plainClient(shared.directory)
  const database = drizzle(client)
  const found: EventId[] = []
  let beforeId = ALL.beforeId
  for (let reads = 0; beforeId > 0; reads += 1) {
    const { points, readFrom } = await readMapPoints(database, { ...ALL, beforeId }, 2)
    found.push(...points.map(({ eventId }) => eventId))
    expect(points.length).toBeLessThanOrEqual(2)
    expect(reads).toBeLessThan(ids.length)
    beforeId = readFrom
  }
  await client.end()
  expect(found).toEqual([ids[4], ids[3], ids[2], ids[0]])
})

it.each([
  ['{"sources": 3}', []],
  ['{"sources": [{"agent": "a", "size": 1e999999}]}', ['a']],
  ['{"sources": [{"agent": 1e999999}]}', []],
  ['[]', []],
  ['null', []],
  ['"text"', []],
  [`{"from": "${'x'.repeat(100_000)}"}`, []],
])('shows a row that another program wrote: %s', async (data, from) => {
  const client = plainClient(shared.directory)
  await client`insert into messages (session_id, agent_uuid, kind, content, data)
    select session_id, agent_uuid, 'merge', null, ${data}::text::json from messages limit 1`
  const { points } = await read({ limit: 1 })
  await client.end()
  expect(points).toMatchObject([{ kind: 'merge', text: '', from }])
})
