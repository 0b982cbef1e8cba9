import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { USAGE_PURPOSES, type UsageReport, type UsageRequest } from '../../src/shared/usage-report.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const CLAUDE = { provider: 'anthropic', model: 'claude-opus-4-6', thinkingLevel: 'none' } as const

let elsewhere: string
const ids = { root: '', child: '', other: '' }

const answer = (agent: string, time: string, data: object) =>
  JSON.stringify({ kind: 'assistant', agent_uuid: agent, created_at: time, content: 'x', data })

const shared = engineForTests(
  {},
  {
    config: { pools: { smart: { strategy: 'failover', models: [CLAUDE] } } },
  },
)
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'ikigai-folder-'))
  const one = {
    provider: 'anthropic',
    model: 'one',
    pool: 'smart',
    input_tokens: 100,
    cached_tokens: 40,
    output_tokens: 10,
  }
  const { agents } = valueOf(
    await shared.real.engine.local.importLines([
      JSON.stringify({ type: 'agent', uuid: 'root', name: 'Root' }),
      JSON.stringify({ type: 'agent', uuid: 'child', name: 'Child', parent_uuid: 'root', status: 'killed' }),
      JSON.stringify({ type: 'agent', uuid: 'other', name: '' }),
      // 23:30 in UTC is the next day in Berlin.
      answer('root', '2026-11-01T23:30:00Z', { ...one, cost_usd: 0.5, cache_write_tokens: { '5m': 7, '1h': 1 } }),
      answer('child', '2026-11-02T12:00:00Z', { ...one, cost_usd: 0.25, cost_missing: ['images'], thinking_tokens: 3 }),
      answer('other', '2026-11-03T12:00:00Z', {
        provider: 'openai',
        model: 'two',
        input_tokens: 1_000,
        output_tokens: 5,
      }),
      answer('other', '2026-11-03T13:00:00Z', {}),
      ...['groq/m', 'groq/org/n', 'team/m'].map((model, day) =>
        answer('other', `2026-12-0${day + 1}T12:00:00Z`, { provider: 'endpoint', model, output_tokens: 9 - day }),
      ),
    ]),
  )
  const byName = new Map((await agentsOf(shared.real.engine)).map(({ id, name }) => [name, id]))
  Object.assign(ids, { root: byName.get('Root'), child: byName.get('Child'), other: byName.get('') })
  if (agents.some((id) => !Object.values(ids).includes(id))) throw new Error('An imported agent was not found')
  valueOf(await shared.real.engine.agents.setFolder({ agentId: ids.root, folder: elsewhere }))
})

afterAll(() => closeAll(elsewhere))

async function query(request: Partial<UsageRequest>): Promise<UsageReport> {
  return valueOf(await shared.real.engine.usage.query({ by: 'day', timeZone: 'UTC', to: '2026-11-10', ...request }))
}
const keys = ({ rows }: UsageReport) => rows.map(({ key, label, responses }) => [key, label, responses])

it('sums tokens and costs, and counts what is not known', async () => {
  const { totals } = await query({})
  expect(totals).toEqual({
    responses: 4,
    unreported: 1,
    input: 1_200,
    cached: 80,
    cacheWrites: 8,
    missed: 0,
    missedUsd: 0,
    output: 25,
    thinking: 3,
    cost: { usd: 0.75, unpriced: 1, partial: 1 },
  })
})

it('counts days in the time zone of the user, from the first day to the last one', async () => {
  expect(keys(await query({}))).toEqual([
    ['2026-11-01', '2026-11-01', 1],
    ['2026-11-02', '2026-11-02', 1],
    ['2026-11-03', '2026-11-03', 2],
  ])
  const berlin = { timeZone: 'Europe/Berlin' }
  expect(keys(await query({ ...berlin, from: '2026-11-02', to: '2026-11-02' }))).toEqual([
    ['2026-11-02', '2026-11-02', 2],
  ])
  expect(keys(await query({ ...berlin, to: '2026-11-01' }))).toEqual([])
})

it('divides by model, agent, pool and folder; the most expensive first', async () => {
  expect(keys(await query({ by: 'model' }))).toEqual([
    ['anthropic/one', 'anthropic/one', 2],
    ['openai/two', 'openai/two', 1],
    ['', 'Unknown', 1],
  ])
  expect(keys(await query({ by: 'agent' }))).toEqual([
    [ids.root, 'Root', 1],
    [ids.child, 'Child', 1],
    [ids.other, ids.other.slice(0, 6), 2],
  ])
  expect(keys(await query({ by: 'pool' }))).toEqual([
    ['smart', '@smart', 2],
    ['', 'No pool', 2],
  ])
  const workspace = valueOf(await shared.real.engine.agents.folder({ agentId: ids.other })).folder
  expect(keys(await query({ by: 'folder' }))).toEqual([
    [elsewhere, elsewhere, 2],
    [workspace, workspace, 2],
  ])
})

it('divides by provider, and each endpoint is one', async () => {
  expect(keys(await query({ by: 'provider' }))).toEqual([
    ['anthropic', 'Anthropic', 2],
    ['openai', 'OpenAI', 1],
    ['', 'Unknown', 1],
  ])
  const december = { from: '2026-12-01', to: '2026-12-31' }
  expect(keys(await query({ by: 'provider', ...december }))).toEqual([
    ['endpoint/groq', 'groq', 2],
    ['endpoint/team', 'team', 1],
  ])
  expect(keys(await query({ by: 'model', provider: 'endpoint/groq', ...december }))).toEqual([
    ['endpoint/groq/m', 'groq/m', 1],
    ['endpoint/groq/org/n', 'groq/org/n', 1],
  ])
  expect((await query({ provider: 'openai' })).totals.responses).toBe(1)
})

it('takes only an agent with its descendants, or only the agents of a folder', async () => {
  expect((await query({ agent: ids.root })).totals.responses).toBe(2)
  expect((await query({ agent: ids.child })).totals.responses).toBe(1)
  expect((await query({ folder: elsewhere })).totals.responses).toBe(2)
  expect((await query({ folder: elsewhere, agent: ids.other })).totals.responses).toBe(0)
})

it('takes only the responses of a model or a pool, also of those that are not known', async () => {
  expect(keys(await query({ by: 'agent', model: 'anthropic/one' }))).toEqual([
    [ids.root, 'Root', 1],
    [ids.child, 'Child', 1],
  ])
  expect((await query({ model: '' })).totals.responses).toBe(1)
  expect((await query({ pool: 'smart' })).totals.responses).toBe(2)
  expect((await query({ pool: '', model: 'openai/two' })).totals.responses).toBe(1)
  expect((await query({ pool: "' or true --" })).totals.responses).toBe(0)
})

it('sums to the costs of the agents, which grow as answers are recorded', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  shared.simulator.enqueue('anthropic', textAnswer('one'))
  await pane.type('a')
  const cost = async () => (await agentsOf(shared.real.engine)).find(({ id }) => id === pane.agentId)?.cost
  const first = await cost()
  shared.simulator.enqueue('anthropic', textAnswer('two'))
  await pane.type('b')
  const second = await cost()
  expect([first?.unpriced, second?.unpriced]).toEqual([0, 0])
  expect(second?.usd).toBeGreaterThan(first?.usd ?? 0)
  expect(first?.usd).toBeGreaterThan(0)
  const report = valueOf(await shared.real.engine.usage.query({ by: 'agent', timeZone: 'UTC' }))
  // The sums of an agent do not tell unreported responses from unpriced ones.
  const sums = new Map(
    report.rows.map(({ key, cost: sum, unreported }) => [key, { ...sum, unpriced: sum.unpriced + unreported }]),
  )
  for (const agent of await agentsOf(shared.real.engine)) expect(agent.cost).toEqual(sums.get(agent.id) ?? agent.cost)
  expect(sums.get(pane.agentId)).toEqual(second)
})

it('knows the pool of an answer and of a summary', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  await pane.type('/model @smart')
  shared.simulator.enqueue('anthropic', textAnswer('one'))
  await pane.type('a')
  shared.simulator.enqueue('anthropic', textAnswer('In short.'))
  await pane.type('/compress')
  const { rows } = valueOf(await shared.real.engine.usage.query({ by: 'pool', timeZone: 'UTC', agent: pane.agentId }))
  expect(rows.map(({ key, responses }) => [key, responses])).toEqual([['smart', 2]])
})

// The last test: the engine is not told of the response that is written to the log directly.
it('divides the whole cost by what it was for', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
  const type = async (to: Pane, text: string) => {
    shared.simulator.enqueue('anthropic', { ...textAnswer('Yes.'), usage: { inputTokens: 1_000, outputTokens: 10 } })
    await to.type(text)
  }
  await type(pane, 'a')
  const fork = { agentId: pane.agentId, models: [] } as const
  const [judge] = valueOf(await shared.real.engine.agents.fork({ ...fork, reason: 'judge' }))
  const [other] = valueOf(await shared.real.engine.agents.fork(fork))
  if (judge === undefined || other === undefined) throw new Error('Nothing was forked')
  await type(await Pane.open(shared.real.engine, judge.id), 'Which is better?')
  await type(await Pane.open(shared.real.engine, other.id), 'b')
  await type(pane, '/compress')
  const kept = { agentId: pane.agentId, turnId: null, kind: 'keep_warm', content: null } as const
  const data = { answer_id: 1, provider: 'anthropic', input_tokens: 1_000, total_tokens: 1_000, cost_usd: 0.5 } as const
  valueOf(await shared.real.storage.store.commit({ events: [{ ...kept, data }] }))
  const report = async (request: Partial<UsageRequest>) =>
    valueOf(await shared.real.engine.usage.query({ by: 'purpose', timeZone: 'UTC', agent: pane.agentId, ...request }))
  const { rows, totals } = await report({})
  expect(rows.map(({ key, label, responses }) => [key, label, responses])).toEqual([
    ['keep_warm', 'Keep warm', 1],
    ['answer', 'Answers', 2],
    ['judge', 'Judges', 1],
    ['summary', 'Summaries', 1],
  ])
  const bill = (await report({ by: 'agent' })).totals.cost.usd
  expect(bill).toBeGreaterThan(0.5)
  expect(rows.reduce((sum, { cost }) => sum + cost.usd, 0)).toBeCloseTo(bill, 9)
  expect(totals.cost.usd).toBeCloseTo(bill, 9)
  for (const row of rows) {
    const purpose = USAGE_PURPOSES.find((each) => each === row.key)
    const behind = await report({ by: 'agent', ...(purpose !== undefined && { purpose }) })
    expect(behind.totals).toEqual({ ...totals, ...behind.totals, responses: row.responses, cost: row.cost })
  }
  expect((await report({ by: 'agent', purpose: 'judge' })).rows.map(({ key }) => key)).toEqual([judge.id])
})
