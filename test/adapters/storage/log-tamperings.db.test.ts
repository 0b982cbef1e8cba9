import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import { createHeadSigner } from '../../../src/main/adapters/proof/head-signer.ts'
import { readSignedHead, signedHeadPath } from '../../../src/main/adapters/proof/log-signer.ts'
import { columnsOf, quoted } from '../../../src/main/adapters/storage/copy-rows.ts'
import { verifyEvents } from '../../../src/main/adapters/storage/verify-events.ts'
import type { HeadSigner } from '../../../src/main/core/ports/verify-ports.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { AgentHead } from '../../../src/shared/signed-head.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import {
  DATABASE_TIMEOUT_MS,
  newAgent,
  open,
  plainClient,
  recordAgent,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

/** IKIGAI_TAMPERINGS=10000 is the long run. */
const TAMPERINGS = Number(process.env['IKIGAI_TAMPERINGS'] ?? 60)
const SEED = Number(process.env['IKIGAI_TAMPERINGS_SEED'] ?? Date.now() % 1_000_000)

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS + TAMPERINGS * 500, hookTimeout: DATABASE_TIMEOUT_MS })

const TABLES = ['messages', 'event_hashes'] as const
let directory: string
let storage: Storage
let client: Sql
let signed: readonly AgentHead[]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ikigai-test-tamperings-'))
  storage = await open(directory)
  client = plainClient(directory)
  const root = await recordAgent(storage)
  const texts = ['a secret plan', 'same', 'same', 'Grüße, 世界']
  const { events } = valueOf(await storage.store.commit({ events: texts.map((text) => userEvent(root, text)) }))
  // An id that no event has, where one can be inserted.
  await client`select nextval('messages_id_seq')`
  const child = newAgent({ parentId: root, forkEventId: events[1]?.id ?? 0 })
  const more = [userEvent(root, 'after'), userEvent(child.id, 'same'), userEvent(child.id, 'the end')]
  valueOf(await storage.store.commit({ newAgents: [child], events: more }))
  const path = signedHeadPath(directory)
  const signer = createHeadSigner({ path, secrets: memorySecrets(), heads: storage.heads })
  await redactSome(child.id, signer)
  valueOf(await signer.sign())
  signed = valueOf(await readSignedHead(path))?.heads ?? []
  // As the owner of the database can.
  for (const table of TABLES) {
    await client.unsafe(`alter table ${table} disable trigger all`)
    await client.unsafe(`create temporary table kept_${table} as select * from ${table}`)
  }
})
afterAll(() => closeAll(client, storage, directory))

/** Leaves tombstones, and a record of a redaction as older versions wrote it. */
async function redactSome(agentId: AgentId, signer: HeadSigner): Promise<void> {
  const marks = [1, 2, 3, 4].map((number) => {
    return { ...userEvent(agentId, `secret ${number}`), kind: 'mark' as const, data: { name: `secret ${number}` } }
  })
  const { events } = valueOf(await storage.store.commit({ events: [userEvent(agentId, 'secret 0'), ...marks] }))
  valueOf(await signer.sign())
  for (const { id } of events.slice(0, 4)) {
    valueOf(await storage.redaction.redact({ agentId, eventId: id, reason: 'a key', newName: null }))
  }
  await client`insert into messages (session_id, agent_uuid, kind, data)
    select session_id, agent_uuid, kind, '{"by":"user","events":1}' from messages where kind = 'redacted' limit 1`
  valueOf(await storage.store.commit({ events: [userEvent(agentId, 'after')] }))
}

/** Puts the log back as it was. Meanwhile the storage makes no hash for an event that has lost its own. */
async function restore(): Promise<void> {
  await client.begin(async (transaction) => {
    await transaction.unsafe(`lock table ${TABLES.join(', ')} in access exclusive mode`)
    for (const table of TABLES) {
      const columns = quoted(await columnsOf(transaction, table))
      await transaction.unsafe(`delete from ${table}`)
      await transaction.unsafe(`insert into ${table} (${columns}) select ${columns} from kept_${table}`)
    }
  })
}

async function problems(): Promise<readonly string[]> {
  const check = valueOf(await verifyEvents(client, null, signed))
  return [...check.faults.map(({ problem }) => problem), ...check.signedProblems]
}

const EVENT = `(select id from messages where data -> 'redacted' is null order by md5(id::text || '$SEED') limit 1)`
const TOMBSTONE = `(select id from messages where data -> 'redacted' is not null order by md5(id::text || '$SEED') limit 1)`
const NEXT = `(select id from messages where data -> 'redacted' is not null order by md5(id::text || '$SEED') offset 1 limit 1)`
const OLDER = `(select id from messages where kind = 'redacted' and data -> 'tombstones' is null)`
const OTHER = `(select id from messages order by md5(id::text || 'other $SEED') limit 1)`
/** Statements by which the log is changed; those with $SEED choose at random. */
const WAYS: readonly (readonly string[])[] = [
  [`update messages set content = 'made up $SEED' where id = ${EVENT}`],
  [`update messages set data = '{"made":"up"}' where id = ${EVENT}`],
  [`update messages set kind = 'clear' where id = ${EVENT}`],
  [`update messages set created_at = created_at + interval '1 microsecond' where id = ${EVENT}`],
  [`update messages set turn_id = gen_random_uuid() where id = ${EVENT}`],
  [`delete from messages where id = ${EVENT}`],
  [`delete from event_hashes where event_id = ${EVENT}`],
  // The newest event with its hash: the signed head shows it.
  [
    `delete from event_hashes where event_id = (select max(id) from messages)`,
    `delete from messages where id = (select max(id) from messages)`,
  ],
  [
    `insert into messages (id, session_id, agent_uuid, kind, content)
      select id + 1, session_id, agent_uuid, kind, 'inserted' from messages where id = (
        select min(id) from messages as own where not exists (select from messages as next where next.id = own.id + 1))
      and exists (select from messages as later where later.id > messages.id and later.agent_uuid = messages.agent_uuid)`,
  ],
  [
    `update messages set content = other.content, created_at = other.created_at from messages as other
      where messages.id = ${EVENT} and other.id = ${OTHER} and messages.id <> other.id`,
  ],
  [`update event_hashes set salts = decode(md5('$SEED') || md5('more $SEED'), 'hex') where event_id = ${EVENT}`],
  [`update event_hashes set salts = null where event_id = ${EVENT}`],
  [`update event_hashes set leaf = sha256('$SEED') where event_id = ${EVENT}`],
  [`update event_hashes set chain = sha256('$SEED') where event_id = ${EVENT}`],
  [`update event_hashes set seq = seq + 1000 where event_id = ${EVENT}`],
  [`update messages set kind = 'clear' where id = ${TOMBSTONE}`],
  [`update messages set created_at = created_at - interval '1 hour' where id = ${TOMBSTONE}`],
  [`update messages set turn_id = gen_random_uuid() where id = ${TOMBSTONE}`],
  [`update messages set content = 'made up $SEED' where id = ${TOMBSTONE}`],
  [`update messages set data = replace(data::text, 'a key', 'made up')::json where id = ${TOMBSTONE}`],
  [`update messages set data = ('{"made":"up",' || substring(data::text from 2))::json where id = ${TOMBSTONE}`],
  [`update event_hashes set content_hash = sha256('$SEED') where event_id = ${TOMBSTONE}`],
  [`update event_hashes set data_hash = sha256('$SEED') where event_id = ${TOMBSTONE}`],
  [`update event_hashes set content_hash = null, data_hash = null where event_id = ${TOMBSTONE}`],
  [`update event_hashes set salts = decode(md5('$SEED') || md5('more $SEED'), 'hex') where event_id = ${TOMBSTONE}`],
  [
    `update event_hashes set content_hash = other.content_hash, data_hash = other.data_hash from event_hashes as other
      where event_hashes.event_id = ${TOMBSTONE} and other.event_id = ${NEXT}`,
  ],
  [
    `update messages set kind = other.kind, created_at = other.created_at, content = other.content, data = other.data
      from messages as other where messages.id in (${TOMBSTONE}, ${NEXT}) and other.id in (${TOMBSTONE}, ${NEXT})
      and messages.id <> other.id`,
  ],
  // As if a version had redacted it that kept no hashes.
  [
    `update event_hashes set content_hash = null, data_hash = null where event_id = ${TOMBSTONE}`,
    `update messages set kind = 'clear', data = json_build_object('redacted', json_build_object('event', ${OLDER}))
      where id = ${TOMBSTONE}`,
  ],
  // All hashes from the change on are made anew, as whoever knows how can: the signed head shows it.
  [
    `update messages set content = 'rewritten $SEED' where id = ${EVENT}`,
    `delete from event_hashes`,
    `select hash_events(uuid, 1000) from agents order by created_at, parent_uuid nulls first`,
    `select hash_events(uuid, 1000) from agents order by created_at, parent_uuid nulls first`,
  ],
]

it(`names ${TAMPERINGS} random changes of the database, and nothing in between (seed ${SEED})`, async () => {
  const random = seededRandom(SEED)
  const missed: string[] = []
  const applied = new Set<number>()
  expect(await problems()).toEqual([])
  for (let index = 0; index < TAMPERINGS; index++) {
    const way = WAYS[index % WAYS.length] ?? []
    const seed = String(Math.floor(random() * 1e9))
    let changed = 0
    for (const statement of way) changed += (await client.unsafe(statement.replaceAll('$SEED', seed))).count
    if (changed > 0) applied.add(index % WAYS.length)
    if (changed > 0 && (await problems()).length === 0) missed.push(`${index}, ${seed}: ${way.join('; ')}`)
    await restore()
    if ((await problems()).length > 0) missed.push(`${index}: untouched`)
  }
  expect(missed).toEqual([])
  expect(applied.size).toBe(Math.min(WAYS.length, TAMPERINGS))
})
