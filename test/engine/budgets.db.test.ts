import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { slash } from '../support/runaway-model.ts'

const MODEL = 'claude-haiku-4-5/none'
/** Each answer uses 10,000 tokens. */
const USAGE = { inputTokens: 6_000, outputTokens: 4_000 }

describe('a budget', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: USAGE }) })
    real = await openRealEngine(simulator.environment(), { attended: true })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator))

  const question = async () => {
    await inbox.until(({ pending }) => pending.size > 0)
    const [first] = inbox.pending.values()
    if (first === undefined) throw new Error('Nothing is asked')
    return first
  }
  const budgeted = async (scope: 'agent' | 'subtree', tokens: number): Promise<Pane> => {
    const pane = await Pane.create(real.engine, MODEL)
    valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope, tokens, step: tokens } }))
    return pane
  }

  it('does not send the request that would exceed it, asks, and sends it when as much again is allowed', async () => {
    const pane = await budgeted('agent', 15_000)
    await pane.type('One')
    const requests = simulator.requests.length
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    const { id, subject, access } = await question()
    expect(subject).toMatch(
      /^10,000 tokens used, of a budget of 15,000 tokens for \w{6}; the next request is estimated at 1\d,\d{3} tokens$/,
    )
    const activity = (await agentsOf(real.engine)).find((agent) => agent.id === pane.agentId)?.activity
    expect({ access, activity, sent: simulator.requests.length - requests }).toEqual({
      access: 'budget',
      activity: { type: 'needs_approval' },
      sent: 0,
    })
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
    await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    const budgets = valueOf(await real.engine.budgets.list())
    expect([pane.lines(), budgets[pane.agentId]]).toEqual([
      ['user: One', 'assistant: Yes.', 'user: Two', 'assistant: Yes.'],
      { scope: 'agent', tokens: 30_000, step: 15_000 },
    ])
  })

  it('that is not raised ends the turn with words, and keeps the prompt', async () => {
    const pane = await budgeted('agent', 15_000)
    await pane.type('One')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    const { id } = await question()
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
    await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    expect(pane.lines().slice(2)).toEqual(['user: Two', 'error: The budget is used up and was not raised.'])
  })

  it('counts what a summary has used before it asks a second time for it', async () => {
    const pane = await budgeted('agent', 30_000)
    await pane.type('One')
    const called: Answer = { type: 'script', blocks: [slash('mark', 'x')] }
    simulator.enqueue('anthropic', { ...called, usage: USAGE })
    const requests = simulator.requests.length
    const answered = real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
    const { id, subject } = await question()
    expect(subject).toMatch(
      /^10,000 tokens used, of a budget of 30,000 tokens for \w{6}; the next request is estimated at 2\d,\d{3}/,
    )
    expect(simulator.requests.length - requests).toBe(1)
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
    expect(await answered).toMatchObject({ ok: false })
    const used = (await agentsOf(real.engine)).find((agent) => agent.id === pane.agentId)?.usage.totalTokens
    expect(used).toBe(20_000)
  })

  it('of a subtree holds its children, and raising it lets every one of them go on', async () => {
    const parent = await budgeted('subtree', 15_000)
    await parent.type('One')
    const children = [await parent.fork(), await parent.fork()]
    for (const child of children) valueOf(await real.engine.agents.submit({ agentId: child.agentId, text: 'Go' }))
    await inbox.until(({ pending }) => pending.size === 2)
    valueOf(
      await real.engine.budgets.set({
        agentId: parent.agentId,
        budget: { scope: 'subtree', tokens: 1_000_000, step: 1 },
      }),
    )
    await Promise.all(children.map((child) => child.until(() => child.lines().at(-1) === 'assistant: Yes.')))
    await inbox.until(({ pending }) => pending.size === 0)
    expect(children.map((child) => child.lines().at(-1))).toEqual(['assistant: Yes.', 'assistant: Yes.'])
  })

  it('question is withdrawn when the turn is cancelled', async () => {
    const pane = await budgeted('agent', 15_000)
    await pane.type('One')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    await question()
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await inbox.until(({ pending }) => pending.size === 0)
    expect(pane.lines().at(-1)).toBe('interrupted: ')
  })
})

describe('a budget, where the provider reports no usage,', () => {
  const UNREPORTED = { inputTokens: 0, outputTokens: 0 }
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes. '.repeat(400)), usage: UNREPORTED }) })
    real = await openRealEngine(simulator.environment(), { attended: true })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator))

  it('counts an estimate, also of answers from before, says so, and leaves the usage alone', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await pane.type('One')
    valueOf(
      await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'agent', tokens: 300, step: 300 } }),
    )
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    await inbox.until(({ pending }) => pending.size > 0)
    const [question] = inbox.pending.values()
    expect(question?.subject).toMatch(/^([\d,]+) tokens used \(\1 tokens of them estimated/)
    const agent = (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)
    expect(agent?.estimatedTokens).toBeGreaterThan(500)
    expect(agent?.usage.totalTokens).toBe(0)
    valueOf(await real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'deny' } }))
    await pane.until(({ view }) => view.turn === null)
  })
})

/** Each answer costs $0.10. */
const LARGE_USAGE = { inputTokens: 6_000, outputTokens: 4_000 }
const PRICES = { 'claude-haiku-4-5': { input: 10, output: 10, cached_input: 0, cache_writes: { '5m': 10, '1h': 10 } } }

describe('a budget in dollars', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: LARGE_USAGE }) })
    real = await openRealEngine(simulator.environment(), { attended: true, config: { prices: PRICES } })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator))

  const question = async () => {
    await inbox.until(({ pending }) => pending.size > 0)
    const [first] = inbox.pending.values()
    if (first === undefined) throw new Error('Nothing is asked')
    return first
  }
  const budgeted = async (usd: number, model = MODEL): Promise<Pane> => {
    const pane = await Pane.create(real.engine, model)
    valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'subtree', usd, step: 1 } }))
    return pane
  }

  it('does not send the request that would exceed it, asks, and sends it when more is allowed', async () => {
    const pane = await budgeted(0.15)
    await pane.type('One')
    const requests = simulator.requests.length
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Two' }))
    const { id, subject, extension } = await question()
    expect({ extension, sent: simulator.requests.length - requests }).toEqual({ extension: '$1.00', sent: 0 })
    expect(subject).toMatch(
      /^\$0\.10 used, of a budget of \$0\.15 for \w{6} and its descendants; the next request is estimated at \$0\.14$/,
    )
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
    await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    expect(pane.lines().at(-1)).toBe('assistant: Yes.')
    const budgets = valueOf(await real.engine.budgets.list())
    expect(budgets[pane.agentId]).toEqual({ scope: 'subtree', usd: 1.15, step: 1 })
  })

  it('counts the forks of an agent, and is taken away by “no limit”', async () => {
    const parent = await budgeted(0.15)
    await parent.type('One')
    const child = await parent.fork()
    valueOf(await real.engine.agents.submit({ agentId: child.agentId, text: 'Go' }))
    const { id, agentId } = await question()
    expect(agentId).toBe(child.agentId)
    const lasting = { type: 'allow', for: 'agent', pattern: null } as const
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: lasting }))
    await child.until(() => child.lines().at(-1) === 'assistant: Yes.')
    expect(valueOf(await real.engine.budgets.list())[parent.agentId]).toBeUndefined()
  })

  it('holds the request of a summary too', async () => {
    const pane = await budgeted(0.15)
    await pane.type('One')
    const answered = real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
    const { id } = await question()
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
    expect(await answered).toMatchObject({
      ok: false,
      error: { message: 'The budget is used up and was not raised.' },
    })
    expect(pane.last('summary')).toBeUndefined()
  })

  it('is asked about before the first request of a model without a known price, once in a tree', async () => {
    const pane = await budgeted(0.05, 'kimi-of-tomorrow/none')
    const sent = simulator.requests.length
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'One' }))
    const { id, subject, extension } = await question()
    expect(subject).toMatch(
      /^The price of kimi-of-tomorrow is not known, so the budget of \$0\.05 for \w{6} cannot hold\./,
    )
    expect([extension, simulator.requests.length - sent]).toEqual([undefined, 0])
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
    await pane.until(({ view }) => view.turn === null && pane.lines().at(-1) === 'assistant: Yes.')
    await pane.type('Two')
    const child = await pane.fork()
    await child.type('Three')
    expect(inbox.pending.size).toBe(0)
  })

  it('says which answers have no known price, and takes none of them for free', async () => {
    const pane = await budgeted(0.05, 'kimi-of-tomorrow/none')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'One' }))
    const unpriced = await question()
    valueOf(await real.engine.approvals.answer({ approvalId: unpriced.id, answer: { type: 'allow_once' } }))
    await pane.until(({ view }) => view.turn === null && pane.lines().at(-1) === 'assistant: Yes.')
    await pane.type('Two')
    await pane.type(`/model ${MODEL}`)
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Three' }))
    const { id, subject } = await question()
    expect(subject).toMatch(/^at least \$0\.00 used, .*; 2 answers have no known price$/)
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'deny' } }))
    await pane.until(({ view }) => view.turn === null)
  })
})

describe('the limit of a day', () => {
  let simulator: Simulator
  let real: RealEngine
  let later: number

  beforeAll(async () => {
    later = 0
    simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: LARGE_USAGE }) })
    const clock = { ...systemClock, now: () => systemClock.now() + later }
    const config = { prices: PRICES, maxCostPerDay: 0.15 }
    real = await openRealEngine(simulator.environment(), { attended: true, clock, config })
  })

  afterAll(() => closeAll(real, simulator))

  it('holds all agents together, is raised for that day alone, and begins anew the next day', async () => {
    const inbox = new ApprovalClient(real.engine)
    const first = await Pane.create(real.engine, MODEL)
    await first.type('One')
    const second = await Pane.create(real.engine, MODEL)
    await second.type('One')
    const third = await Pane.create(real.engine, MODEL)
    valueOf(await real.engine.agents.submit({ agentId: third.agentId, text: 'One' }))
    await inbox.until(({ pending }) => pending.size > 0)
    const [question] = inbox.pending.values()
    expect(question).toMatchObject({ access: 'budget', agentId: third.agentId, extension: '$0.15' })
    expect(question?.subject).toMatch(
      /^\$0\.20 used, of the limit of \$0\.15 for today \(max_cost_per_day in config\.json\)/,
    )
    valueOf(await real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'allow_once' } }))
    await third.until(() => third.lines().at(-1) === 'assistant: Yes.')
    valueOf(await real.engine.agents.submit({ agentId: first.agentId, text: 'Two' }))
    await inbox.until(({ pending }) => pending.size > 0)
    later = 24 * 3_600_000
    const fourth = await Pane.create(real.engine, MODEL)
    await fourth.type('One')
    expect(fourth.lines()).toEqual(['user: One', 'assistant: Yes.'])
    inbox.close()
  })
})

describe('a budget where nobody can be asked', () => {
  it('ends the turn with its figures', async () => {
    const simulator = await startSimulator({ answerWith: () => ({ ...textAnswer('Yes.'), usage: LARGE_USAGE }) })
    const real = await openRealEngine(simulator.environment(), { config: { prices: PRICES } })
    const pane = await Pane.create(real.engine, MODEL)
    const budget = { scope: 'subtree', usd: 0.15, step: 0.15 } as const
    valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget }))
    await pane.type('One')
    await pane.type('Two')
    expect(pane.lines().at(-1)).toMatch(/^error: \$0\.10 used, of a budget of \$0\.15 for .* estimated at \$0\.14\.$/)
    await real.close()
    await simulator.close()
  })
})

it('asks before it keeps a beginning for 12 hours, because writes for that have no published price', async () => {
  const simulator = await startSimulator()
  const config = { cacheLifetime: '12h' } as const
  const real = await openRealEngine(simulator.environment(), { attended: true, config })
  const inbox = new ApprovalClient(real.engine)
  const pane = await Pane.create(real.engine, 'gpt-6-sol/none')
  valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'agent', usd: 5, step: 1 } }))
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'One '.repeat(3_000) }))
  await inbox.until(({ pending }) => pending.size > 0)
  const [question] = inbox.pending.values()
  expect(question?.subject).toMatch(/^The price of gpt-6-sol is not known/)
  expect(simulator.requests).toHaveLength(0)
  valueOf(await real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'allow_once' } }))
  await pane.until(({ view }) => view.turn === null && view.events.length > 2)
  expect(simulator.requests[0]?.body['prompt_cache_options']).toMatchObject({ ttl: '12h' })
  await closeAll(inbox, real, simulator)
})
