import { createHash } from 'node:crypto'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { EVENT_KINDS } from '../../../src/shared/event-facts.ts'
import { STORED_EVENTS } from '../../../src/shared/stored-events.ts'
import { checkEventData } from '../../../src/shared/log-row.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { newDatabase } from '../../support/shared-database.ts'
import {
  clientOf,
  DATABASE_TIMEOUT_MS,
  open,
  recordAgent,
  temporaryDirectory,
  urlOf,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

const SECRET = 'hunter2-Zebra-Quartz'
const IMMUTABLE = 'The log is immutable'

let storage: Storage
let sql: Sql

beforeAll(async () => {
  const directory = temporaryDirectory()
  const url = await newDatabase()
  storage = await open(directory, url)
  sql = clientOf(url ?? urlOf(directory))
}, DATABASE_TIMEOUT_MS)

afterAll(() => closeAll(sql, storage))

const whole = (agentId: AgentId) => ({ agentId, eventId: null, reason: null, newName: null })

async function recorded(...events: readonly NewEvent[]): Promise<readonly number[]> {
  return valueOf(await storage.store.commit({ events })).events.map(({ id }) => id)
}

/** Data of every kind, as far as an import demands it, with the secret in everything that is content. */
const SPECIFIC: Readonly<Record<string, JsonObject>> = {
  tool_call: { tool_call_id: 'c1', name: 'bash', arguments: { command: SECRET }, arguments_text: SECRET },
  tool_result: { tool_call_id: 'c1', name: 'bash', full_output: `/o/${SECRET}`, reported: { a: SECRET } },
  mark: { name: SECRET },
  rewind: { target_id: 1, mark: SECRET },
  fork: { child: 'x', mark: SECRET },
  summary: { from_id: 1, to_id: 2 },
  instructions: { path: '/AGENTS.md', origin: 'project', sha256: sha256(SECRET), bytes: 9, notes: [SECRET] },
  keep_warm: { answer_id: 1 },
  checkpoint: {
    cause: 'call',
    store: 'git',
    folder: '/f',
    before: 'ab',
    after: 'cd',
    files: [{ path: SECRET, status: 'added' }],
  },
  merge: { sources: [{ agent: 'a', events: [1] }], merged: { agent: 'a', events: [1] } },
  vote: { answer: { agent: 'a', events: [1] }, over: [] },
  verdict: { answers: [{ agent: 'a', events: [1], rank: 1 }] },
  race: { step: 'begun', plan: { task: SECRET, test: SECRET, retries: 3 }, attempts: [] },
  import: { tool: 'codex', session: SECRET, source: SECRET },
  options: { options: { stop: [SECRET] } },
  mail: { from: 'a', mail_id: 0 },
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

describe('a tombstone', () => {
  it('of any kind has no content, and is valid data of its kind', async () => {
    const agentId = await recordAgent(storage)
    const kinds = EVENT_KINDS.filter((kind) => kind !== 'redacted')
    for (const kind of kinds) {
      const data = { ...SPECIFIC[kind], thinking: SECRET, blocks: [{ type: 'text', text: SECRET }], message: SECRET }
      await sql`
        insert into messages (session_id, agent_uuid, kind, content, data)
        select id, ${agentId}, ${kind}, ${`x ${SECRET}`}, ${JSON.stringify(data)}::text::json from sessions limit 1`
    }
    const done = valueOf(await storage.redaction.redact(whole(agentId)))
    expect(done.outputs).toEqual([`/o/${SECRET}`])
    const rows =
      await sql`select kind, content, data::text as data from messages where agent_uuid = ${agentId} order by id`
    expect(rows).toHaveLength(kinds.length + 1)
    expect(JSON.stringify(rows)).not.toContain(SECRET)
    expect(JSON.stringify(rows)).not.toContain(sha256(SECRET))
    for (const { kind, data } of rows) {
      expect([kind, checkEventData({ kind, data: JSON.parse(String(data)) })]).toEqual([kind, null])
    }
    expect(
      valueOf(await storage.store.events({ agentId })).filter(({ tombstone }) => tombstone !== undefined),
    ).toHaveLength(kinds.length)
  })
})

describe('the database', () => {
  it('keeps of each kind what the table of stored events names, and has a row for each response', async () => {
    const [trigger] =
      await sql`select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'responses_are_recorded'`
    const responses = new Set(String(trigger?.['definition']).match(/(?<=')\w+(?='::)/g))
    const stored = await Promise.all(
      EVENT_KINDS.map(async (kind) => {
        const [row] = await sql`select kept_when_redacted(${kind}) as kept`
        return [kind, { isResponse: responses.has(kind), kept: row?.['kept'] }]
      }),
    )
    expect(Object.fromEntries(stored)).toEqual(STORED_EVENTS)
  })

  it('makes nothing but tombstones, and those only beside a redacted event of the same transaction', async () => {
    const agentId = await recordAgent(storage)
    const [id = 0, other = 0] = await recorded(userEvent(agentId, SECRET), userEvent(agentId, 'kept'))
    const done = valueOf(await storage.redaction.redact({ ...whole(agentId), eventId: id }))
    const redaction = String(done.events[0]?.id)
    const forged = (statement: string) =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('ikigai.redaction', ${redaction}, true)`
        await transaction.unsafe(statement)
      })
    await expect(forged(`update messages set content = 'forged' where id = ${other}`)).rejects.toThrow(IMMUTABLE)
    await expect(forged('delete from attachments')).rejects.toThrow(IMMUTABLE)
    await expect(forged('delete from blobs')).rejects.toThrow(IMMUTABLE)

    const within = (statement: string) =>
      sql.begin(async (transaction) => {
        const [row] = await transaction`
        insert into messages (session_id, agent_uuid, kind, data)
        select session_id, agent_uuid, kind, data from messages where id = ${redaction} returning id`
        await transaction`select set_config('ikigai.redaction', ${String(row?.['id'])}, true)`
        await transaction.unsafe(statement)
      })
    await expect(within(`delete from messages where id = ${other}`)).rejects.toThrow(IMMUTABLE)
    await expect(within(`update messages set data = '{}' where id = ${redaction}`)).rejects.toThrow(IMMUTABLE)
    await expect(within('delete from event_hashes')).rejects.toThrow(IMMUTABLE)
    await expect(forged('update event_hashes set salts = null')).rejects.toThrow(IMMUTABLE)
    await expect(within(`update blobs set kind = 'text'`)).rejects.toThrow(IMMUTABLE)
    await within(
      `update messages set content = 'forged', kind = 'assistant', agent_uuid = null, id = 0 where id = ${other}`,
    )
    const [row] = await sql`select id, kind, content, agent_uuid from messages where id = ${other}`
    expect(row).toEqual({ id: String(other), kind: 'user', content: '[Redacted]', agent_uuid: agentId })
  })

  it('deletes a file with the last event that refers to it, and no other', async () => {
    const agentId = await recordAgent(storage)
    const stored = async (text: string) => {
      const staged = storage.content.stage()
      valueOf(await staged.append(Buffer.from(text)))
      const facts = valueOf(await staged.store({ media_type: 'text/plain', kind: 'text', text }))
      return { type: 'attachment', name: 'a.txt', ...facts } as const
    }
    const [shared, own] = [await stored(`shared ${agentId}`), await stored(`own ${agentId}`)]
    const withFiles = (...attachments: (typeof own)[]): NewEvent => ({
      agentId,
      turnId: null,
      kind: 'user',
      content: '',
      data: { attachments },
    })
    const [first = 0, second = 0] = await recorded(withFiles(shared, own), withFiles(shared))
    const left = async () => [...valueOf(await storage.content.find([shared.sha256, own.sha256])).keys()]
    expect(valueOf(await storage.redaction.redact({ ...whole(agentId), eventId: first })).files).toBe(1)
    expect(await left()).toEqual([shared.sha256])
    expect(valueOf(await storage.redaction.preview({ agentId, eventId: second })).files).toBe(1)
    valueOf(await storage.redaction.redact({ ...whole(agentId), eventId: second }))
    expect(await left()).toEqual([])
    const pieces = await sql`select from blob_pieces where position(${Buffer.from(agentId)}::bytea in data) > 0`
    expect(pieces).toHaveLength(0)
  })

  it('lets the role of `ikigai sql` redact nothing', async () => {
    const agentId = await recordAgent(storage)
    await recorded(userEvent(agentId, 'kept'))
    const pages: unknown[] = []
    const statement = `select redact_log(1, '${agentId}', null, null, null)`
    for await (const page of storage.sql.read(statement)) pages.push(page)
    expect(pages).toMatchObject([{ ok: false }])
    expect(valueOf(await storage.store.events({ agentId })).map(({ content }) => content)).toEqual(['kept'])
  })
})
