import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { costOf } from '../../../src/shared/recorded-cost.ts'
import { recordedCost, recordedUsage } from '../../../src/shared/recorded-usage.ts'
import { CACHE_LIFETIMES } from '../../../src/shared/usage.ts'
import { importedAgent, newAgent, recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()

const answer = (agentId: string, data: object): NewEvent => ({
  agentId,
  turnId: null,
  kind: 'assistant',
  content: 'x',
  data,
})

const rowsOf = (agentId: string, client = shared.client) =>
  client<Record<string, unknown>[]>`select * from responses where agent_uuid = ${agentId} order by event_id`

const FULL = {
  provider: 'anthropic',
  model: 'claude-haiku-4-5-20251001',
  requested_model: 'claude-haiku-4-5',
  pool: 'smart',
  input_tokens: 100,
  output_tokens: 20,
  thinking_tokens: 5,
  cached_tokens: 40,
  total_tokens: 120,
  cache_write_tokens: { '5m': 10, '1h': 30 },
  server_tool_uses: { web_search: 2, code: 1 },
  service_tier: 'priority',
  cost_usd: 0.125,
  cost_source: 'list',
  cost_missing: ['images'],
  cache_miss: { cause: 'expired', tokens: 60, usd: 0.25 },
} as const

const FULL_ROW = {
  provider: 'anthropic',
  model: 'claude-haiku-4-5-20251001',
  requested_model: 'claude-haiku-4-5',
  pool: 'smart',
  service_tier: 'priority',
  input_tokens: '100',
  cached_tokens: '40',
  cache_write_5m: '10',
  cache_write_30m: '0',
  cache_write_1h: '30',
  cache_write_12h: '0',
  cache_write_unknown: '0',
  output_tokens: '20',
  thinking_tokens: '5',
  total_tokens: '120',
  server_tool_uses: '3',
  cost_usd: 0.125,
  cost_source: 'list',
  is_lower_bound: true,
  miss_cause: 'expired',
  missed_tokens: '60',
  missed_usd: 0.25,
}

describe('a response in the log', () => {
  it('has a row with everything that was reported, under the root of its tree', async () => {
    const root = newAgent()
    const child = newAgent({ parentId: root.id })
    const grandchild = newAgent({ parentId: child.id })
    valueOf(await shared.storage.store.commit({ newAgents: [root] }))
    // Parent and child in one statement: the child's root is found all the same.
    valueOf(
      await shared.storage.store.commit({ newAgents: [child, grandchild], events: [answer(grandchild.id, FULL)] }),
    )
    const rows = await rowsOf(grandchild.id)
    expect([...rows]).toEqual([
      {
        ...FULL_ROW,
        event_id: expect.any(String),
        agent_uuid: grandchild.id,
        root_uuid: root.id,
        created_at: expect.any(Date),
        kind: 'assistant',
      },
    ])
    const events = valueOf(await shared.storage.store.events({ agentId: grandchild.id }))
    // The driver gives milliseconds.
    const toMilliseconds = (time: string | undefined): string | undefined => time?.replace(/\d{3}Z$/, '')
    expect([String(events[0]?.id), toMilliseconds(events[0]?.createdAt)]).toEqual([
      rows[0]?.['event_id'],
      z.date().parse(rows[0]?.['created_at']).toISOString().replace('Z', ''),
    ])
  })

  it('has null for what was not reported, and the thinking of a summary in its output', async () => {
    const agentId = await recordAgent(shared.storage)
    const summary: NewEvent = {
      agentId,
      turnId: null,
      kind: 'summary',
      content: 's',
      data: { from_id: 1, to_id: 2, messages: 1, output_tokens: 7, thinking_tokens: 3 },
    }
    const interrupted: NewEvent = {
      agentId,
      turnId: null,
      kind: 'interrupted',
      content: '',
      data: { reason: 'crash', input_tokens: 9, cost_usd: 0 },
    }
    const user: NewEvent = { agentId, turnId: null, kind: 'user', content: 'no response', data: null }
    valueOf(await shared.storage.store.commit({ events: [answer(agentId, {}), summary, user, interrupted] }))
    const rows = await rowsOf(agentId)
    const columns = ['kind', 'input_tokens', 'output_tokens', 'total_tokens', 'cost_usd', 'cost_source', 'model']
    expect(rows.map((row) => columns.map((name) => row[name]))).toEqual([
      ['assistant', null, null, null, null, null, null],
      ['summary', null, '10', '7', null, null, null],
      ['interrupted', '9', null, '9', 0, 'provider', null],
    ])
    const [first] = rows
    expect([first?.['cache_write_5m'], first?.['server_tool_uses'], first?.['is_lower_bound']]).toEqual([
      null,
      null,
      false,
    ])
  })

  it.each(['update responses set cost_usd = 0', 'delete from responses', 'truncate responses'])(
    'refuses: %s',
    async (statement) => {
      const agentId = await recordAgent(shared.storage)
      valueOf(await shared.storage.store.commit({ events: [answer(agentId, FULL)] }))
      await expect(shared.client.unsafe(statement)).rejects.toThrow('The log is immutable')
      await expect(
        shared.client.begin(async (sql) => {
          await sql`set local session_replication_role = replica`
          await sql.unsafe(statement)
        }),
      ).rejects.toThrow('The log is immutable')
      expect(await rowsOf(agentId)).toHaveLength(1)
    },
  )
})

const garbage = fc.oneof(
  // The database reads numbers under 1e-199 as missing.
  fc.double().filter((number) => number === 0 || !(Math.abs(number) < 1e-190)),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>('12', '', null, true, [], {}, [5], { 5: 5 }, -0, 1e300, 1e12, 1e12 + 1, 1e6, 1e6 + 1, 0.1),
  fc.string(),
)
const counts = fc.oneof(garbage, fc.dictionary(fc.constantFrom(...CACHE_LIFETIMES, 'web_search'), garbage))
const dataOf = fc.record(
  {
    input_tokens: garbage,
    output_tokens: garbage,
    thinking_tokens: garbage,
    cached_tokens: garbage,
    total_tokens: garbage,
    cache_write_tokens: counts,
    server_tool_uses: counts,
    service_tier: garbage,
    provider: garbage,
    model: garbage,
    cost_usd: garbage,
    cost_source: fc.oneof(garbage, fc.constant('list')),
    cost_missing: fc.oneof(garbage, fc.array(garbage)),
    cache_miss: fc.oneof(garbage, fc.record({ cause: garbage, tokens: garbage, usd: garbage })),
  },
  { requiredKeys: [] },
)

/** Tokens and dollars of a miss are valid like other figures: null stands for 0. */
function missedIn(data: unknown): readonly unknown[] {
  const { cache_miss: miss } = z.object({ cache_miss: z.unknown() }).partial().parse(data)
  const { tokens, usd } = z.object({ tokens: z.unknown(), usd: z.unknown() }).partial().safeParse(miss).data ?? {}
  const figures = { input_tokens: tokens, cost_usd: usd }
  return [recordedUsage(figures)?.inputTokens ?? 0, recordedCost(figures)?.usd ?? 0]
}

/** What the shared rules make of the data, in the form of a row; 0 and null are not told apart. */
function expected(data: unknown): Record<string, unknown> {
  const usage = recordedUsage(data)
  const cost = recordedCost(data)
  const { cacheWrites, serverTools } = usage ?? { cacheWrites: null, serverTools: null }
  return {
    usage:
      usage === null
        ? null
        : [
            usage.inputTokens,
            usage.outputTokens,
            usage.thinkingTokens,
            usage.cachedTokens,
            usage.totalTokens,
            cacheWrites === null ? null : CACHE_LIFETIMES.map((lifetime) => cacheWrites[lifetime] ?? 0),
            serverTools === null ? null : Object.values(serverTools).reduce((sum, uses) => sum + uses, 0),
            usage.serviceTier,
          ],
    cost: cost === null ? null : [cost.usd, cost.source, cost.missing.length > 0],
    missed: missedIn(data),
  }
}

function read(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const number = (name: string): number => Number(row[name] ?? 0)
  const writes = ['5m', '30m', '1h', '12h', 'unknown'].map((lifetime) => `cache_write_${lifetime}`)
  return {
    usage:
      row['total_tokens'] === null
        ? null
        : [
            ...['input_tokens', 'output_tokens', 'thinking_tokens', 'cached_tokens', 'total_tokens'].map(number),
            row['cache_write_5m'] === null ? null : writes.map(number),
            row['server_tool_uses'] === null ? null : number('server_tool_uses'),
            row['service_tier'],
          ],
    cost: row['cost_usd'] === null ? null : [row['cost_usd'], row['cost_source'], row['is_lower_bound']],
    missed: [number('missed_tokens'), number('missed_usd')],
  }
}

const words = (data: object): object => objectSchema.parse(JSON.parse(JSON.stringify(data)))
const objectSchema = z.record(z.string(), z.unknown())

describe('figures of any kind', () => {
  it('are read by the trigger as by recordedUsage, and never fail a commit or an import', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(dataOf, { minLength: 1, maxLength: 20 }), fc.boolean(), async (all, imports) => {
        const agent = newAgent()
        const events = all.map((data) => answer(agent.id, data))
        if (imports) {
          const { events: ids } = valueOf(await shared.storage.transfer.reserveIds({ events: events.length, mail: 0 }))
          const located = events.map((event, index) => ({ ...event, id: ids[index] ?? 0, createdAt: null }))
          valueOf(await shared.storage.transfer.write({ agents: [importedAgent(agent)], events: located, mail: [] }))
        } else {
          valueOf(await shared.storage.store.commit({ newAgents: [agent], events }))
        }
        const rows = await rowsOf(agent.id)
        expect(rows.map(read)).toEqual(all.map((data) => expected(words(data))))
        const [stored] = await shared.client`select cost_usd, unpriced_responses from agents where uuid = ${agent.id}`
        const costs = all.map((data) => costOf({ kind: 'assistant', data: words(data) }))
        expect(stored?.['cost_usd']).toBeCloseTo(
          costs.reduce((sum, { usd }) => sum + usd, 0),
          6,
        )
        expect(stored?.['unpriced_responses']).toBe(costs.reduce((sum, { unpriced }) => sum + unpriced, 0))
      }),
      { numRuns: 60 },
    )
  })

  it('that only another program can write are read as missing', async () => {
    const agentId = await recordAgent(shared.storage)
    await shared.client.unsafe(`insert into messages (session_id, agent_uuid, kind, data) values
      (1, '${agentId}', 'assistant', '{"input_tokens": 1e400, "cost_usd": 1e400, "model": 1}'),
      (1, '${agentId}', 'assistant', '{"input_tokens": ${'9'.repeat(400)}, "output_tokens": 12}'),
      (1, '${agentId}', 'assistant', '[1]'),
      (1, '${agentId}', 'assistant', '5'),
      (1, '${agentId}', 'assistant', null)`)
    const rows = await rowsOf(agentId)
    expect(rows.map((row) => [row['input_tokens'], row['output_tokens'], row['cost_usd'], row['model']])).toEqual([
      [null, null, null, null],
      [null, '12', null, null],
      [null, null, null, null],
      [null, null, null, null],
      [null, null, null, null],
    ])
  })
})

describe('the recent answers of a model', () => {
  it('are averaged over all agents, by the model that was asked, the last five only', async () => {
    const [one, two] = [await recordAgent(shared.storage), await recordAgent(shared.storage)]
    const by = (agentId: string, model: string, output: number | null): NewEvent =>
      answer(agentId, { provider: 'xai', requested_model: model, ...(output !== null && { output_tokens: output }) })
    const outputs = [9_000, 100, 200, 300, 400, 500]
    const events = outputs.map((output, index) => by(index % 2 === 0 ? one : two, 'grok-average', output))
    const others = [by(one, 'grok-other', 7), by(one, 'grok-average', null)]
    valueOf(await shared.storage.store.commit({ events: [...events, ...others] }))
    expect(valueOf(await shared.storage.usage.recentAgents({ provider: 'xai', model: 'grok-average' }, 5))).toEqual([
      one,
      two,
    ])
    expect(valueOf(await shared.storage.usage.recentAgents({ provider: 'xai', model: 'grok-other' }, 1))).toEqual([one])
    const recent = async (model: string) => valueOf(await shared.storage.usage.recentOutput({ provider: 'xai', model }))
    expect([await recent('grok-average'), await recent('grok-other'), await recent('grok-none')]).toEqual([
      300,
      7,
      null,
    ])
  })
})
