import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { AgentEventOf } from '../../src/shared/agent-event.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { KeepWarmState } from '../../src/shared/keep-warm.ts'
import { datedBy } from '../bench/simulated-time.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer } from '../support/provider-simulator/answer.ts'
import { billOf } from '../support/provider-simulator/cache/bill.ts'
import { PromptCache } from '../support/provider-simulator/cache/prompt-cache.ts'
import { withoutMarks } from '../support/provider-simulator/conversation-prefix.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { SteppedClock } from '../support/stepped-clock.ts'

const CLAUDE = 'claude-sonnet-5-5/med'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LONG = 'context '.repeat(4_000)

/** Lengths of sleeps that are not those of the part under test, ms. */
const OTHERS = new Set([1_000, 2_000, 4_000, 5_000, 18_000, 20_000, 24 * HOUR])
const isWarmers = (ms: number): boolean => !OTHERS.has(ms)

const isBrief = ({ body }: SimulatorRequest): boolean => body['max_tokens'] === 1

let clock: SteppedClock
let simulator: Simulator
let real: RealEngine
let engines: RealEngine[]
let config: { readonly cacheLifetime: '5m' | '1h' }
const dates = new Map<number, string>()

async function open(more: object = {}): Promise<RealEngine> {
  const opened = await openRealEngine(simulator.environment(), {
    attended: true,
    clock,
    config,
    wrapStorage: (storage) => datedBy(clock, storage, dates),
    ...more,
  })
  engines.push(opened)
  return opened
}

beforeEach(async () => {
  dates.clear()
  engines = []
  clock = new SteppedClock()
  const cache = new PromptCache(() => clock.now())
  simulator = await startSimulator({
    cache,
    answerWith: (request) => ({
      type: 'script',
      blocks: [{ type: 'text', text: 'Yes.' }],
      usage: { outputTokens: isBrief(request) ? 1 : 500, thinkingTokens: 0 },
    }),
  })
  config = { cacheLifetime: '5m' }
  real = await open()
})

async function close(): Promise<void> {
  for (const each of engines.toReversed()) await each.close()
  engines = []
}

afterEach(async () => {
  await close()
  await simulator.close()
})

/** Lets time pass, from one look at the orders to the next. */
async function pass(ms: number): Promise<void> {
  for (let rest = ms; rest > 0;) {
    await clock.untilAsleep(engines.length, isWarmers)
    const step = Math.min(rest, clock.untilWake(isWarmers))
    clock.advance(step)
    rest -= step
  }
  await clock.untilAsleep(engines.length, isWarmers)
}

async function answered(model = CLAUDE): Promise<Pane> {
  const pane = await Pane.create(real.engine, model)
  await pane.type(LONG)
  return pane
}

const set = async (pane: Pane, scope: 'agent' | 'subtree' | null): Promise<KeepWarmState> =>
  valueOf(await real.engine.keepWarm.set({ agentId: pane.agentId, scope }))
const stateOf = async (agentId: AgentId): Promise<KeepWarmState> => valueOf(await real.engine.keepWarm.get({ agentId }))
const warmed = (): readonly SimulatorRequest[] => simulator.requests.filter(isBrief)
const recorded = ({ view }: Pane): readonly AgentEventOf<'keep_warm'>[] =>
  view.events.filter((event) => event.kind === 'keep_warm')
const costOf = async (pane: Pane): Promise<number> =>
  (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)?.cost.usd ?? 0

describe('keeping warm', () => {
  it('keeps the entry for several lifetimes at the price of reads, with the bytes of the last request', async () => {
    const pane = await answered()
    await set(pane, 'agent')
    await pass(11 * MINUTE)
    expect(warmed()).toHaveLength(2)
    for (const request of warmed()) {
      expect(request.rejectedBy).toBeUndefined()
      const [first] = simulator.requests
      expect(request.bodyText.replace('"max_tokens":1,', '')).toBe(first?.bodyText.replace(/"max_tokens":\d+,/, ''))
      expect(request.cacheUsage).toMatchObject({ written: 0, cold: 0 })
    }
    await pane.type('And now?')
    const next = simulator.requests.at(-1)
    expect(next?.cacheUsage?.cold).toBe(0)
    expect(withoutMarks(next?.bodyText ?? '')).toContain('And now?')
    expect(recorded(pane)).toHaveLength(2)
  })

  it('goes cold without an order', async () => {
    const pane = await answered()
    await pass(11 * MINUTE)
    await pane.type('And now?')
    expect(warmed()).toEqual([])
    expect(simulator.requests.at(-1)?.cacheUsage?.read).toBe(0)
  })

  it('costs within 5 % of what was said for an hour, and the cost counts everywhere', async () => {
    const pane = await answered()
    const before = await costOf(pane)
    const said = (await set(pane, 'agent')).usdPerHour.agent ?? 0
    await pass(HOUR)
    const bill = warmed().reduce((sum, request) => {
      if (request.cacheUsage === undefined) throw new Error('The simulator has a cache')
      return sum + billOf(request, request.cacheUsage, 1).total
    }, 0)
    expect(Math.abs(said / bill - 1)).toBeLessThan(0.05)
    expect((await costOf(pane)) - before).toBeCloseTo(bill, 9)
    const { totals } = valueOf(await real.engine.usage.query({ by: 'day', timeZone: 'UTC' }))
    expect(totals.cost.usd).toBeCloseTo(before + bill, 9)
    expect(totals.responses).toBe(1 + warmed().length)
  })

  it('changes nothing that a model sees, and moves the clock on', async () => {
    const pane = await answered()
    const segments = valueOf(await real.engine.agents.context({ agentId: pane.agentId })).segments
    const price = async () => valueOf(await real.engine.price.next({ agentId: pane.agentId, models: [] }))[0]
    const before = await price()
    await set(pane, 'agent')
    await pass(5 * MINUTE)
    const after = await price()
    expect(after?.warmUntil).toBe((before?.warmUntil ?? 0) + 4.5 * MINUTE)
    expect(after).toMatchObject({ tokens: before?.tokens, cache: 'warm', usdWarm: before?.usdWarm })
    expect(valueOf(await real.engine.agents.context({ agentId: pane.agentId })).segments).toEqual(segments)
  })

  it('covers the forks below, and the order of a tree is shown at each of them', async () => {
    const pane = await answered()
    const child = await pane.fork({ prompt: LONG })
    await child.until(({ view }) => view.turn === null && child.last('assistant')?.agentId === child.agentId)
    await set(pane, 'subtree')
    expect(await stateOf(child.agentId)).toMatchObject({ order: { agentId: pane.agentId, scope: 'subtree' } })
    await pass(6 * MINUTE)
    expect(recorded(pane).map(({ agentId }) => agentId)).toEqual([pane.agentId])
    expect(recorded(child).filter(({ agentId }) => agentId === child.agentId)).toHaveLength(1)
    expect(warmed().map(({ cacheUsage }) => cacheUsage?.written)).toEqual([0, 0])
  })

  it('stops when the user says so, and when the agent is killed', async () => {
    const [one, other] = [await answered(), await answered()]
    await set(one, 'agent')
    await set(other, 'agent')
    await pass(5 * MINUTE)
    expect(warmed()).toHaveLength(2)
    expect((await set(one, null)).order).toBeNull()
    await other.type('/kill')
    await pass(10 * MINUTE)
    expect(warmed()).toHaveLength(2)
    expect(refusalOf(await real.engine.keepWarm.set({ agentId: other.agentId, scope: 'agent' }))).toContain('killed')
  })

  it('ends at the budget, with the reason, and asks nobody', async () => {
    const pane = await answered()
    const state = await set(pane, 'agent')
    const one = ((state.usdPerHour.agent ?? 0) * 4.5) / 60
    const usd = (await costOf(pane)) + 1.5 * one
    valueOf(await real.engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'agent', usd, step: 1 } }))
    await pass(15 * MINUTE)
    expect(warmed()).toHaveLength(1)
    const { order, ended } = await stateOf(pane.agentId)
    expect(order).toBeNull()
    expect(ended).toContain('of a budget of')
  })

  it('ends at the limit of requests of its tree, with the reason, and asks nobody', async () => {
    await close()
    real = await open({ config: { ...config, maxRequestsSent: 1 } })
    const pane = await answered()
    await set(pane, 'agent')
    await pass(15 * MINUTE)
    expect(warmed()).toHaveLength(1)
    const { order, ended } = await stateOf(pane.agentId)
    expect(order).toBeNull()
    expect(ended).toContain('the limit is 1 (max_requests_sent in config.json).')
  })

  it('ends after eight hours, and until then reads entries of an hour once an hour', async () => {
    await close()
    config = { cacheLifetime: '1h' }
    real = await open()
    const pane = await answered()
    await set(pane, 'agent')
    await pass(8 * HOUR)
    expect(warmed()).toHaveLength(8)
    await pass(2 * HOUR)
    expect(warmed()).toHaveLength(8)
    expect(await stateOf(pane.agentId)).toMatchObject({ order: null, ended: 'It ended after 8 hours.' })
  })

  it('never pays for a cold write: after a gap, also one across a restart, it waits for the next prompt', async () => {
    const pane = await answered()
    await set(pane, 'agent')
    await clock.untilAsleep(1, isWarmers)
    clock.advance(20 * MINUTE)
    await pass(MINUTE)
    await real.reopen()
    await pass(MINUTE)
    expect(warmed()).toEqual([])
    const again = await Pane.open(real.engine, pane.agentId)
    await again.type('Go on')
    await real.reopen()
    await pass(5 * MINUTE)
    expect(warmed()).toHaveLength(1)
    expect(warmed()[0]?.cacheUsage?.written).toBe(0)
  })

  it('ends when the provider had not kept the entry', async () => {
    const pane = await answered()
    await set(pane, 'agent')
    await pass(4 * MINUTE)
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: 'Y' }],
      usage: { cachedTokens: 0, outputTokens: 1 },
    })
    await pass(11 * MINUTE)
    expect(warmed()).toHaveLength(1)
    expect((await stateOf(pane.agentId)).ended).toContain('had not kept')
  })

  it('tries again after a passing failure, and ends after a lasting one', async () => {
    const pane = await answered()
    await set(pane, 'agent')
    simulator.enqueue('anthropic', failedAnswer({ kind: 'overloaded' }))
    await pass(5 * MINUTE)
    expect(warmed()).toHaveLength(2)
    expect(recorded(pane)).toHaveLength(1)
    simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    await pass(10 * MINUTE)
    expect(warmed()).toHaveLength(3)
    expect((await stateOf(pane.agentId)).ended).not.toBeNull()
  })

  it('is sent once by two engines on a database', async () => {
    const pane = await answered()
    await open({ databaseUrl: real.databaseUrl })
    await set(pane, 'agent')
    await pass(11 * MINUTE)
    expect(warmed()).toHaveLength(2)
  })

  it.each([
    ['gpt-6-sol/med', 'Only the caches of Claude'],
    ['gemini-3.8-flash/none', 'Only the caches of Claude'],
    ['claude-haiku-4-5/med', 'Choose the level none'],
    ['openrouter/anthropic/claude-sonnet-4.6/med', 'Choose the level none'],
  ])('is refused for %s, with the reason', async (model, reason) => {
    const pane = await Pane.create(real.engine, model)
    expect((await stateOf(pane.agentId)).refusal).toContain(reason)
    expect(refusalOf(await real.engine.keepWarm.set({ agentId: pane.agentId, scope: 'agent' }))).toContain(reason)
  })

  it.each(['claude-haiku-4-5/none', 'openrouter/anthropic/claude-sonnet-4.6/none'])('works for %s', async (model) => {
    const pane = await answered(model)
    await set(pane, 'agent')
    await pass(6 * MINUTE)
    expect(warmed().map(({ cacheUsage }) => cacheUsage?.written)).toEqual([0])
  })

  it('lets a prompt wait for a request that is under way', async () => {
    const pane = await answered()
    await set(pane, 'agent')
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: 'Y' }],
      usage: { outputTokens: 1 },
      holdAfterEvents: 0,
    })
    const held = simulator.streamHeld()
    await clock.untilAsleep(1, isWarmers)
    clock.advance(4.6 * MINUTE)
    const { release } = await held
    const turn = pane.type('Now')
    expect(simulator.requests.filter((request) => !isBrief(request))).toHaveLength(1)
    release()
    await turn
    expect(recorded(pane)).toHaveLength(1)
    expect(pane.last('assistant')?.content).toBe('Yes.')
  })
})
