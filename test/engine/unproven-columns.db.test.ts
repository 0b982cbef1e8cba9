import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { closeAll } from '../support/close-all.ts'
import { AGENT_COLUMN_LIST } from '../../src/shared/agent-attributes.ts'
import { backUp, BackupDatabases, restore } from '../adapters/storage/support/backup-database.ts'
import { clientOf, temporaryDirectory } from '../adapters/storage/support/test-storage.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const STRANGER = randomUUID()
const DENY = { tool: 'bash', pattern: 'rm *', action: 'deny' }
const WIDE = { name: 'wide', tools: null, rules: [{ tool: '*', pattern: null, action: 'allow' }, DENY], sandbox: 'off' }
const NARROW = { ...WIDE, rules: [DENY], sandbox: 'workspace' }

/** What stands for the value of the agent before another program changed its row. */
const BEFORE = Symbol('before')
/** What stands for the home of the engine that opens the restored database. */
const OWN_HOME = Symbol('own home')

/**
 * What another program writes into each column of an agent, with more rights or less use than the agent has, and what
 * the agent has after a restore or an import that is not verified. `planted` undefined: the identity of the row, or its
 * place in the log, which gives no right.
 */
const CASES: Readonly<Record<string, { readonly planted: unknown; readonly has: unknown }>> = {
  uuid: { planted: undefined, has: BEFORE },
  name: { planted: 'read-only', has: 'read-only' },
  parent_uuid: { planted: undefined, has: BEFORE },
  root_uuid: { planted: STRANGER, has: BEFORE },
  fork_message_id: { planted: undefined, has: BEFORE },
  fork_from_id: { planted: undefined, has: BEFORE },
  provider: { planted: 'openai', has: 'openai' },
  model: { planted: 'gpt-9', has: 'gpt-9' },
  thinking_level: { planted: 'high', has: 'high' },
  status: { planted: 'running', has: 'running' },
  created_at: { planted: '2020-01-01T00:00:00+00:00', has: '2020-01-01T00:00:00+00:00' },
  ended_at: { planted: null, has: null },
  input_tokens: { planted: -1_000_000, has: BEFORE },
  output_tokens: { planted: -1_000_000, has: BEFORE },
  thinking_tokens: { planted: -1, has: BEFORE },
  cached_tokens: { planted: 0, has: BEFORE },
  total_tokens: { planted: -2_000_000, has: BEFORE },
  cost_usd: { planted: -1_000, has: BEFORE },
  unpriced_responses: { planted: -5, has: BEFORE },
  partial_responses: { planted: -5, has: BEFORE },
  unread_mail: { planted: -50, has: BEFORE },
  wake_on_mail: { planted: true, has: false },
  queued_prompts: { planted: -3, has: 0 },
  profile: { planted: WIDE, has: NARROW },
  home: { planted: STRANGER, has: OWN_HOME },
}

const NAMES = AGENT_COLUMN_LIST.map(({ name }) => name)
/** The columns that an import does not set as the row says, because the new agents have new ids and models. */
const OWN_IN_IMPORTS: ReadonlySet<string> = new Set(['uuid', 'root_uuid', 'created_at'])

const rowSchema = z.tuple([z.object({ row: z.record(z.string(), z.unknown()) })])
type Row = Readonly<Record<string, unknown>>

const directory = temporaryDirectory()
const databases = new BackupDatabases()
let agentId: string
let before: Row
let planted: Row

async function rowIn(url: string, id: string): Promise<Row> {
  const client = clientOf(url)
  const found = await client`select row_to_json(agents) as row from agents where uuid = ${id}`
  await client.end()
  return rowSchema.parse([...found])[0].row
}

const forged: Row = Object.fromEntries(
  Object.entries(CASES).flatMap(([name, { planted: value }]) => (value === undefined ? [] : [[name, value]])),
)

const shared = engineForTests({ answerWith: () => textAnswer('Yes.') })
beforeAll(async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  await pane.type('Hello')
  const child = await pane.fork({})
  await child.type('Hello')
  await pane.type(`/send ${child.agentId} a letter`)
  agentId = child.agentId
  const prompt = { id: randomUUID(), text: '/kill', asText: false }
  valueOf(await shared.real.storage.promptQueue.add(agentId, prompt))
  await shared.real.engine.close()
  before = await rowIn(shared.real.databaseUrl, agentId)
  const client = clientOf(shared.real.databaseUrl)
  for (const [name, value] of Object.entries(forged)) {
    await client.unsafe(
      `update agents set ${name} = x.${name} from json_populate_record(null::agents, $2::text::json) as x
       where agents.uuid = $1`,
      [agentId, JSON.stringify({ [name]: value })],
    )
  }
  await client.end()
  planted = await rowIn(shared.real.databaseUrl, agentId)
})

afterAll(() => closeAll(databases, directory))

it('decides on every column of agents', () => {
  expect(Object.keys(CASES)).toEqual(NAMES)
  expect(planted).toMatchObject(forged)
  // The use that the forged row hides is not nothing.
  expect(['input_tokens', 'total_tokens', 'cost_usd', 'unread_mail'].map((name) => Number(before[name]) > 0)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
})

const expected = (name: string, ownHome: string): unknown => {
  const { has } = CASES[name] ?? { has: undefined }
  return has === BEFORE ? before[name] : has === OWN_HOME ? ownHome : has
}

describe('a whole restore of a backup that is not verified', () => {
  let restored: Row
  let home: string
  let listed: readonly string[]
  let prompts: number

  beforeAll(async () => {
    const path = join(directory, randomUUID())
    const source = clientOf(shared.real.databaseUrl)
    valueOf(await backUp(source, path))
    await source.end()
    const { client, url } = await databases.empty()
    const { withheld } = valueOf(await restore(client, path, { verified: false }))
    listed = withheld.filter((part) => part.agentId === agentId).map(({ right }) => right)
    prompts = (await client`select from queued_prompts`).count
    const opened = await openRealEngine(shared.simulator.environment(), { databaseUrl: url })
    home = opened.storage.homes.own.id
    restored = await rowIn(url, agentId)
    await opened.close()
  })

  it.each(NAMES)('gives the agent nothing more by %s', (name) => {
    expect(restored[name]).toEqual(expected(name, home))
  })

  it('says what it left out, and sends no prompt that was queued', () => {
    expect(listed).toEqual(['allowed', 'sandbox', 'wake_on_mail', 'queued_prompt'])
    expect(prompts).toBe(0)
  })
})

describe('an import of the same rows', () => {
  let imported: Row
  let home: string

  beforeAll(async () => {
    const client = clientOf(shared.real.databaseUrl)
    const events = await client`
      select json_build_object('type', 'event', 'agent_uuid', agent_uuid, 'kind', kind, 'content', content, 'data', data)
        as line from messages where agent_uuid = ${agentId} and kind in ('user', 'assistant') order by id`
    await client.end()
    const other = await openRealEngine(shared.simulator.environment())
    home = other.storage.homes.own.id
    const root = { ...planted, parent_uuid: null, fork_message_id: null, fork_from_id: null }
    const lines = [root, ...events.map((row) => z.object({ line: z.unknown() }).parse(row).line)]
    const done = valueOf(await other.engine.local.importLines(lines.map((line) => JSON.stringify(line))))
    imported = await rowIn(other.databaseUrl, done.agents[0] ?? '')
    await other.close()
  })

  it.each(NAMES.filter((name) => !OWN_IN_IMPORTS.has(name)))('gives the agent nothing more by %s', (name) => {
    // This file has no mail, and the agent is a root.
    const none: Row = { unread_mail: 0, parent_uuid: null, fork_message_id: null, fork_from_id: null }
    expect(imported[name]).toEqual(name in none ? none[name] : expected(name, home))
  })

  it('belongs to a tree of its own', () => {
    expect(imported['root_uuid']).toBe(imported['uuid'])
  })
})
