import { randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'
import { describe, expect, it, vi } from 'vitest'

import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import type { LogCheck } from '../../../src/main/core/ports/verify-ports.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import {
  DATABASE_TIMEOUT_MS,
  importedAgent,
  newAgent,
  open,
  plainClient,
  recordAgent,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

const verify = async (prefix: string | null = null, of = shared.client): Promise<LogCheck> =>
  valueOf(await verifyEvents(of, prefix))

/** Waits until every event has its hash. */
async function hashed(of = shared.client): Promise<LogCheck> {
  return vi.waitUntil(
    async () => {
      const check = await verify(null, of)
      return check.unhashed === 0 ? check : null
    },
    { timeout: DATABASE_TIMEOUT_MS, interval: 50 },
  )
}

async function record(agentId: AgentId, ...contents: readonly string[]): Promise<readonly number[]> {
  const { events } = valueOf(
    await shared.storage.store.commit({ events: contents.map((content) => userEvent(agentId, content)) }),
  )
  return events.map(({ id }) => id)
}

/** Changes the log as its owner can, who switches the triggers off. */
async function tamper(change: (sql: Sql) => Promise<unknown>): Promise<void> {
  for (const table of ['messages', 'event_hashes'])
    await shared.client.unsafe(`alter table ${table} disable trigger all`)
  await change(shared.client)
  for (const table of ['messages', 'event_hashes'])
    await shared.client.unsafe(`alter table ${table} enable trigger all`)
}

describe('hashes', () => {
  it('follow what any engine records: texts of all kinds, forks, kills and imports', async () => {
    const other = await open(shared.directory, urlOf(shared.directory))
    const root = await recordAgent(shared.storage)
    const [, second = 0] = await record(root, 'one', 'U+0000 \0, half a pair \ud83d, "quotes"\n\u2028 世界 🎌')
    const child = newAgent({ parentId: root, forkEventId: second })
    const data = { 10: 'ten', 2: 'two', b: [1, 0.5, -3e30, null, true], a: { '\0': '\ud800' } }
    valueOf(
      await shared.storage.store.commit({
        newAgents: [child],
        events: [
          userEvent(root, 'goes on'),
          { ...userEvent(child.id, ''), kind: 'mark', data: { name: 'A', ...data } },
        ],
      }),
    )
    await Promise.all(
      [shared.storage, other].flatMap((engine) =>
        Array.from({ length: 20 }, (_, index) =>
          engine.store.commit({ events: [userEvent(root, `at once ${index}`)] }),
        ),
      ),
    )
    const empty = await recordAgent(other, { parentId: child.id, forkEventId: second })
    const last = await recordAgent(other, { parentId: empty, forkEventId: second })
    valueOf(await other.store.commit({ events: [userEvent(last, 'below an empty one')] }))
    valueOf(
      await shared.storage.store.commit({
        events: [userEvent(root, 'before')],
        kill: { agentId: child.id, by: 'person' },
      }),
    )
    const { events: ids, mail } = valueOf(await shared.storage.transfer.reserveIds({ events: 1, mail: 0 }))
    expect(mail).toEqual([])
    const imported = importedAgent()
    valueOf(
      await shared.storage.transfer.write({
        agents: [imported],
        events: [{ ...userEvent(imported.id, 'imported'), id: ids[0] ?? 0, createdAt: '2020-01-01T00:00:00.123Z' }],
        mail: [],
      }),
    )
    await other.close()
    const check = await hashed()
    expect(check).toMatchObject({ faults: [], redacted: 0, hashesSince: null, changedFiles: [] })
    expect(check.events).toBe(50)
    const [row] =
      await shared.client`select count(*)::int as count, count(distinct salts)::int as salts from event_hashes`
    expect(row).toEqual({ count: 50, salts: 50 })
  })

  it('of events that have none yet are made at the next start, parents first and in parts', async () => {
    await shared.client.unsafe('create database older')
    const older = plainClient(shared.directory, 'older')
    const url = urlOf(shared.directory, 'older')
    await (await open(shared.directory, url)).close()
    // The child comes first in the order of ids.
    const [child = '', parent = ''] = [randomUUID(), randomUUID()].toSorted()
    await older`insert into agents (uuid, name, parent_uuid, fork_message_id) values (${parent}, '', null, null), (${child}, '', ${parent}, 700)`
    await older`insert into messages (session_id, agent_uuid, kind, content)
      select 1, ${parent}, 'user', 'old ' || number from generate_series(1, 700) as number`
    await older`insert into messages (session_id, agent_uuid, kind) values (1, ${child}, 'mark')`
    expect(await verify(null, older)).toMatchObject({ unhashed: 701, faults: [] })
    const engine = await open(shared.directory, url)
    valueOf(await engine.store.commit({ events: [userEvent(child, 'new')] }))
    expect(await hashed(older)).toMatchObject({ events: 702, faults: [] })
    await engine.close()
    await older.end()
  })

  it('stay when an event is redacted, and the others still fit', async () => {
    const parent = await recordAgent(shared.storage)
    const [first = 0, second = 0] = await record(parent, 'a secret', 'kept')
    const child = await recordAgent(shared.storage, { parentId: parent, forkEventId: first })
    await record(child, 'below')
    const before = await hashed()
    const done = await shared.storage.redaction.redact({ agentId: parent, eventId: first, reason: null, newName: null })
    expect(done.ok).toBe(true)
    expect(await hashed()).toMatchObject({ faults: [], redacted: before.redacted + 1 })
    await tamper((sql) => sql`update event_hashes set salts = null where event_id = ${second}`)
    expect((await verify(parent)).faults).toMatchObject([{ kind: 'changed', eventId: second }])
    await tamper(async (sql) => {
      await sql`delete from messages where agent_uuid in (${parent}, ${child})`
      await sql`delete from event_hashes where agent_uuid in (${parent}, ${child})`
    })
  })

  it('cannot be changed or deleted', async () => {
    for (const statement of [
      "update event_hashes set salts = ''",
      'delete from event_hashes',
      'truncate event_hashes',
    ]) {
      await expect(shared.client.unsafe(statement)).rejects.toThrow('The log is immutable')
    }
  })
})

describe('a log that its owner changed', () => {
  it.each<[string, (sql: Sql, ids: readonly number[]) => Promise<unknown>, string]>([
    ['a content', (sql, [id = 0]) => sql`update messages set content = 'two' where id = ${id}`, 'event 1 was changed'],
    [
      'a time',
      (sql, [id = 0]) => sql`update messages set created_at = created_at + interval '1 microsecond' where id = ${id}`,
      'event 1 was changed',
    ],
    ['the data', (sql, [, id = 0]) => sql`update messages set data = '{}' where id = ${id}`, 'event 2 was changed'],
    ['an event removed', (sql, [, id = 0]) => sql`delete from messages where id = ${id}`, 'event 2 is missing'],
    [
      'an event removed with its hash',
      async (sql, [, id = 0]) => {
        await sql`delete from messages where id = ${id}`
        await sql`delete from event_hashes where event_id = ${id}`
      },
      '1 event missing before event 3',
    ],
    [
      'an event inserted',
      async (sql, [id = 0]) => {
        await sql`update messages set id = -id where id = ${id}`
        await sql`insert into messages (id, session_id, agent_uuid, kind) select ${id}, session_id, agent_uuid, 'mark' from messages where id = ${-id}`
      },
      'event 1 was changed',
    ],
    [
      'two events swapped',
      async (sql, [one = 0, other = 0]) => {
        await sql`update messages set id = -id where id = ${one}`
        await sql`update messages set id = ${one} where id = ${other}`
        await sql`update messages set id = ${other} where id = ${-one}`
      },
      'event 1 and event 2 were swapped',
    ],
    [
      'a hash',
      (sql, [, id = 0]) => sql`update event_hashes set chain = sha256(chain) where event_id = ${id}`,
      'the hash of event 2 does not follow',
    ],
  ])('%s: names the event', async (_, change, problem) => {
    const agent = await recordAgent(shared.storage)
    const ids = await record(agent, 'one', 'two', 'three')
    await hashed()
    await tamper((sql) => change(sql, ids))
    const { faults } = await verify(agent)
    const named = faults.map((fault) =>
      ids.reduce(
        (text, id, index) => text.replaceAll(`event ${id} of agent ${agent.slice(0, 6)}`, `event ${index + 1}`),
        fault.problem,
      ),
    )
    expect(named).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
    expect(faults.every(({ agentId }) => agentId === agent)).toBe(true)
    await tamper(async (sql) => {
      await sql`delete from messages where agent_uuid = ${agent}`
      await sql`delete from event_hashes where agent_uuid = ${agent}`
    })
    expect((await verify()).faults).toEqual([])
  })
})
