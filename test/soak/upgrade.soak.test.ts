import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { Pane } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { plainClient, urlOf } from '../adapters/storage/support/test-storage.ts'

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'drizzle')
const JOURNAL: Journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
const OLDER = JOURNAL.entries.slice(0, -1).map(({ tag }, index) => [tag, index + 1] as const)

let simulator: Simulator
let owner: RealEngine
let admin: Sql

beforeAll(async () => {
  simulator = await startSimulator()
  owner = await openRealEngine(simulator.environment())
  admin = plainClient(owner.dataDirectory)
})

afterAll(async () => {
  await admin.end()
  await owner.close()
  await simulator.close()
})

it.each(OLDER)('opens a database of the schema %s with everything in it, and goes on', async (_tag, count) => {
  const name = `older_${count}`
  await admin.unsafe(`create database ${name}`)
  const databaseUrl = urlOf(owner.dataDirectory, name)
  const agentId = await fillOld(plainClient(owner.dataDirectory, name), count)
  const real = await openRealEngine(simulator.environment(), { databaseUrl })
  const pane = await Pane.open(real.engine, agentId)
  expect(pane.lines()).toEqual(['user: Old question', 'assistant: Old answer', 'interrupted: Cut'])
  simulator.enqueue('anthropic', textAnswer('New answer'))
  await pane.type('New question')
  expect(pane.lines().slice(-2)).toEqual(['user: New question', 'assistant: New answer'])
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('Old answer')
  pane.close()
  await real.close()
})

/** A database as an older ikigai left it: its migrations only, a conversation, and a turn that a crash cut. */
async function fillOld(client: Sql, count: number): Promise<string> {
  await client.unsafe(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { tag, when } of JOURNAL.entries.slice(0, count)) {
    await client.unsafe(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8'))
    await client`insert into drizzle.__drizzle_migrations (hash, created_at) values (${tag}, ${when})`
  }
  const agentId = crypto.randomUUID()
  const turnId = crypto.randomUUID()
  await client`insert into sessions (host, version) values ('old', '0.0.1')`
  await client`insert into agents (uuid, name, provider, model, thinking_level)
    values (${agentId}, 'old', 'anthropic', 'claude-haiku-4-5', 'none')`
  for (const [kind, content] of [
    ['system', 'Be kind.'],
    ['user', 'Old question'],
    ['assistant', 'Old answer'],
  ] as const) {
    const data = kind === 'assistant' ? '{}' : null
    await client`insert into messages (session_id, agent_uuid, kind, content, data)
      values (1, ${agentId}, ${kind}, ${content}, ${data}::text::json)`
  }
  const events = JSON.stringify([
    { type: 'start', model: 'claude-haiku-4-5' },
    { type: 'text_delta', blockIndex: 0, text: 'Cut' },
  ])
  await client`insert into stream_journal
    (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
    values (${turnId}, 1, 1, 1, ${agentId}, 'anthropic', 'claude-haiku-4-5', 'none', ${events}::text::json)`
  await client.end()
  return agentId
}
