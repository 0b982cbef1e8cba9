import { randomUUID } from 'node:crypto'

import { beforeAll, expect, it } from 'vitest'

import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { keyAtHome } from '../../../src/shared/home-settings.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { DEFAULT_PLAN, type LeaveReason } from '../../../src/shared/race.ts'
import type { StandingRow } from '../../../src/shared/standing.ts'
import { wilsonInterval } from '../../../src/main/core/statistics/rate-intervals.ts'
import { CHOICE, newAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const root = randomUUID()

const STATES = { cause: 'call', store: 'git', folder: '/work/project', before: 'a', after: 'b' } as const
const CHANGED = ['src/a.ts', 'src/b.TS', 'README.md', 'Makefile']
const changed = (path: string) => ({ path, status: 'modified', added: 1, removed: 0 }) as const

/** Records an agent of a model, with an answer and one call of a tool. */
async function worker(model: string, tool: string | null): Promise<AgentId> {
  const agent = newAgent({ parentId: root, choice: { ...CHOICE, model } })
  const own = { agentId: agent.id, turnId: null }
  const data = { duration_ms: 2_000, input_tokens: 5_000, cost_usd: 0.25, output_tokens: 10 } as const
  const call = { tool_call_id: 'call_1', name: tool ?? '', arguments: {} }
  const events: NewEvent[] = [
    { ...own, kind: 'assistant', content: 'Done.', data },
    { ...own, kind: 'checkpoint', content: null, data: { ...STATES, files: CHANGED.map(changed) } },
    ...(tool === null ? [] : [{ ...own, kind: 'tool_call', content: null, data: call } as const]),
  ]
  valueOf(await shared.storage.store.commit({ newAgents: [agent], events }))
  return agent.id
}

const record = async (events: readonly NewEvent[]): Promise<void> =>
  void valueOf(await shared.storage.store.commit({ events }))
const on = { agentId: root, turnId: null, content: null }

async function evaluated(model: string, passed: readonly boolean[], tool: string | null = null): Promise<void> {
  for (const each of passed) {
    const agent = await worker(model, tool)
    const data = { step: 'checked', agent, passed: each, checks: [], event: 1, latency_ms: null } as const
    await record([{ ...on, kind: 'evaluation', data }])
  }
}

const standing = async (): Promise<readonly StandingRow[]> => valueOf(await shared.storage.usage.standing())
const shown = async () =>
  (await standing()).map(({ kind, value, model, won, cases }) => `${kind} ${value} ${model} ${won}/${cases}`)

beforeAll(async () => {
  valueOf(await shared.storage.store.commit({ newAgents: [newAgent({ id: root, choice: null })] }))
  valueOf(
    await shared.storage.settings.set(keyAtHome(`agent_folder:${root}`, shared.storage.homes.own.id), '/work/project'),
  )
})

it('shows a model from its fifth case on, by kind of work', async () => {
  await evaluated('m1', [true, true, true, false])
  expect(await shown()).toEqual([])
  await evaluated('m1', [true])
  await evaluated('m2', [false, false, true, true, false, false], 'bash')
  expect(await shown()).toEqual([
    'all all m1 4/5',
    'all all m2 2/6',
    'source evaluation m1 4/5',
    'source evaluation m2 2/6',
    'folder /work/project m1 4/5',
    'folder /work/project m2 2/6',
    'file_type ts m1 4/5',
    'file_type ts m2 2/6',
    'tools commands m2 2/6',
    'tools none m1 4/5',
    'length medium m1 4/5',
    'length medium m2 2/6',
  ])
  const [first] = await standing()
  const { low, high } = wilsonInterval(4, 5) ?? { low: 0, high: 0 }
  expect(first).toEqual({
    kind: 'all',
    value: 'all',
    provider: 'anthropic',
    model: 'm1',
    thinkingLevel: 'med',
    cases: 5,
    won: 4,
    rate: 0.8,
    low: expect.closeTo(low, 10),
    high: expect.closeTo(high, 10),
    meanCostUsd: 0.25,
    medianResponseMs: 2_000,
  })
})

it('counts the newest vote about an answer, the adopted attempt of a race, and adoptions of comparisons', async () => {
  const [a, b, c] = [await worker('v1', null), await worker('v2', null), await worker('v3', null)]
  const source = (agent: AgentId, event = 1) => ({ agent, events: [event] })
  const vote = (event: number, more: { readonly withdrawn?: true } = {}): NewEvent => ({
    agentId: a,
    turnId: null,
    content: null,
    kind: 'vote',
    data: { answer: source(a, event), over: [source(b), source(c)], ...more },
  })
  await record([vote(1), vote(2), vote(2, { withdrawn: true })])
  const race = { kind: 'race', agentId: b, turnId: null, content: null } as const
  const plan = { task: 't', test: 'x', timeout_ms: 1, retries: 0, at_once: 1, winner: 'first' } as const
  const limits = { max_usd: null, max_minutes: null, unconfined: false }
  await record([
    { ...race, data: { step: 'begun', plan: { ...plan, ...limits }, attempts: [a, c] } },
    { ...race, data: { step: 'ended', winner: a } },
    { ...race, data: { step: 'adopted', agent: c, event: null } },
  ])
  valueOf(await shared.storage.settings.set('comparisons', { list: [{ id: 'x', agents: [a, c], adopted: a }] }))
  const read = shared.storage.sql.read(
    `select concat_ws(' ', source, model, won, folder) from outcomes where model like 'v%' order by 1`,
  )
  const rows = []
  for await (const page of read) rows.push(...valueOf(page).rows.flat())
  expect(rows).toEqual([
    'adoption v1 t /work/project',
    'adoption v3 f /work/project',
    'race v1 f /work/project',
    'race v3 t /work/project',
    'vote v1 t /work/project',
    'vote v2 f /work/project',
    'vote v3 f /work/project',
  ])
})

it('counts no attempt of a race that ended for another reason than the work of its model', async () => {
  const reasons: readonly LeaveReason[] = [
    ...(['person', 'cost', 'time', 'rounds', 'error', 'environment', 'unchanged'] as const),
    ...(['loop', 'decided'] as const),
  ]
  const begun = newAgent()
  valueOf(await shared.storage.store.commit({ newAgents: [begun] }))
  const attempts: AgentId[] = []
  for (const name of [...reasons, 'tests', 'winner']) attempts.push(await worker(`left-${name}`, null))
  const winner = attempts.at(-1) ?? ''
  const race = { kind: 'race', agentId: begun.id, turnId: null, content: null } as const
  const plan = { ...DEFAULT_PLAN, task: 't', test: 'x' }
  // A failed test is no step of its own.
  const left = reasons.map(
    (reason, index) => ({ ...race, data: { step: 'left', agent: attempts[index] ?? '', reason } }) as const,
  )
  await record([
    { ...race, data: { step: 'begun', plan, attempts } },
    ...left,
    { ...race, data: { step: 'ended', winner } },
  ])
  const read = shared.storage.sql.read(
    `select concat_ws(' ', model, won) from outcomes where source = 'race' and model like 'left-%' order by 1`,
  )
  const rows = []
  for await (const page of read) rows.push(...valueOf(page).rows.flat())
  expect(rows).toEqual(['left-decided f', 'left-loop f', 'left-tests f', 'left-winner t'])
})

it('counts the newest verdict of each judge, and none that prefers nobody', async () => {
  const [a, b, judge, other] = [await worker('j1', null), await worker('j2', null), newAgent(), newAgent()]
  valueOf(await shared.storage.store.commit({ newAgents: [judge, other] }))
  const verdict = (by: AgentId, first: number, second: number): NewEvent => ({
    agentId: by,
    turnId: null,
    content: null,
    kind: 'verdict',
    data: {
      answers: [
        { agent: a, events: [1], rank: first },
        { agent: b, events: [1], rank: second },
      ],
    },
  })
  await record([verdict(judge.id, 1, 2), verdict(judge.id, 2, 1), verdict(other.id, 1, 1)])
  const rows = []
  for await (const page of shared.storage.sql.read(
    `select source, model, won from outcomes where model like 'j%' order by 2`,
  ))
    rows.push(...valueOf(page).rows)
  expect(rows).toEqual([
    ['verdict', 'j1', false],
    ['verdict', 'j2', true],
  ])
})

it('tells what an agent has worked on; before its first answer only the folder is known', async () => {
  const fresh = newAgent({ parentId: root })
  valueOf(await shared.storage.store.commit({ newAgents: [fresh] }))
  expect(valueOf(await shared.storage.usage.workOf(fresh.id))).toEqual({ folder: '/work/project' })
  const worked = await worker('m3', 'file_edit')
  expect(valueOf(await shared.storage.usage.workOf(worked))).toEqual({
    folder: '/work/project',
    file_type: 'ts',
    tools: 'edits',
    length: 'medium',
  })
})

it('survives data that was written by hand', async () => {
  const junk = JSON.parse(
    '{"step":"checked","agent":7,"passed":"maybe","over":3,"attempts":"none","answers":[3,{"rank":{}}]}',
  )
  for (const kind of ['evaluation', 'race', 'vote', 'verdict'] as const) await record([{ ...on, kind, data: junk }])
  expect(await shown()).toContain('all all m1 4/5')
})
