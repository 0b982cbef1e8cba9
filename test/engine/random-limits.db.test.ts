import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Config } from '../../src/main/core/ports/config-ports.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { type Budget, budgetUse } from '../../src/shared/budget.ts'
import type { AgentId, EventId } from '../../src/shared/ids.ts'
import { subtreeTotals } from '../../src/shared/usage-totals.ts'
import { type GitFolder, gitFolder } from '../support/git-folder.ts'
import { idleEngines } from '../support/idle-engines.ts'
import { ACTS, MovedClock, randomTests } from '../support/random-acts.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { agentsOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type Answer, type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { slash } from '../support/runaway-model.ts'
import { seededRandom } from '../support/seeded-random.ts'

const MODEL = 'claude-haiku-5-5/none'
/** The most that a model may write here, tokens. */
const MOST = 4_000
/** What every request reports, enough for the provider to cache it. */
const INPUT = 600
const CACHED = 550
/** US dollars of the largest response, by the price of the model: $0.1 and $0.5 per million tokens. */
const MOST_USD = (INPUT * 0.1 + MOST * 0.5) / 1_000_000
/** What sums of floating-point numbers may differ by, US dollars. */
const ROUNDING_USD = 1e-9

/** `LIMIT_SEED=…` makes other trees, `LIMIT_TREES=…` more of them. */
const first = Number(process.env['LIMIT_SEED'] ?? 900)
/** From how many trees on all limits are reached. */
const MANY_TREES = 20
const seeds = Array.from({ length: Number(process.env['LIMIT_TREES'] ?? 3) }, (_, index) => first + index)

describe('what agents do by themselves, in two engines on a database,', () => {
  let simulator: Simulator
  let engines: RealEngine[]
  let git: GitFolder
  let clock: MovedClock

  beforeEach(async () => {
    simulator = await startSimulator()
    git = await gitFolder()
    await git.write('notes.txt', 'Notes')
    await git.git('add', '.')
    await git.git('commit', '-m', 'Notes')
    clock = new MovedClock()
    engines = []
  })

  afterEach(async () => {
    for (const real of engines.toReversed()) await real.close()
    await simulator.close()
    await git.remove()
  })

  it.each(seeds)('passes no sum by more than one request, and no count at all (seed %i)', async (seed) => {
    const random = seededRandom(seed)
    const upTo = (most: number): number => 1 + Math.trunc(random() * most)
    const limits = {
      maxAgentDepth: 1 + upTo(3),
      maxChildrenPerTurn: upTo(3),
      maxRunningTurns: 2 + upTo(6),
      maxAgentsMade: upTo(6),
      maxTurnsWithoutUser: 1 + upTo(8),
      maxRequestsSent: 8 + upTo(25),
      maxCostPerDay: random() < 0.3 ? upTo(20) / 200 : null,
    }
    const here = await openStaying({ maxOutputTokens: MOST, ...limits }, random)
    const there = await openStaying({ maxOutputTokens: MOST, ...limits }, random, here.databaseUrl)
    const typed = await typedTree(here, random)
    const [root = ''] = typed
    const budgets = await randomBudgets(here, typed, random)
    const last = typed.at(-1)
    await seen(there.engine, ({ id }) => id === last)
    const ids = [...typed]

    for (let round = 0; round < 2; round++) {
      const before = { ids: new Set(ids), requests: simulator.requests.length, lastId: await newestEvent(here, ids) }
      const [name, act] = actAt(seed * 2 + round)
      // The first answers of a round never end its turns.
      const mayEnd = () => simulator.requests.length - before.requests > 3 || name === 'rerun'
      simulator.answerWith((request) => randomAnswer(random, ids, { mayEnd: mayEnd(), isBrief: isBrief(request) }))
      const label = `${seed}-${round}`
      const limit = await act({ random, engines, simulator, git, clock, model: MODEL, typed, label })
      // The limit of an earlier round no longer holds, because a user has acted.
      const runs = limit === null ? [] : [limit]
      await idleEngines(engines)
      const agents = await agentsOf(here.engine)
      ids.splice(0, ids.length, ...agents.map(({ id }) => id))
      clock.offset = 0
      await idleEngines(engines)
      const all = await eventsAfter(here, ids, 0)
      const events = all.filter(({ id }) => id > before.lastId)
      const repeated = repeatedMail(all)
      const forked = new Set(
        events.flatMap(({ kind, turnId, data }) => (kind === 'fork' && turnId !== null ? [data.child] : [])),
      )
      const made = ids.filter((id) => forked.has(id))
      // A turn that a user has planned is an act, after which the tree counts anew.
      const isOneAct = name === 'prompt' || name === 'compress'
      // Each order to keep a cache warm is one too, and lets mail begin turns that an earlier round held.
      const orders = name === 'keep_warm' ? typed.length : 0
      const acts = isOneAct ? 1 : 1 + orders + turnsOfUsers(events, forked, repeated)
      const begun = {
        agents: made.length,
        turns: turnsByMail(events, repeated) + made.length,
        requests: simulator.requests.length - before.requests,
      }
      const { counts } = valueOf(await here.engine.budgets.tree({ agentId: root }))
      const used = counts.map(({ used: count }) => count)
      const [usedAgents = 0, usedTurns = 0, usedRequests = 0] = used
      const passed = {
        agents: begun.agents > limits.maxAgentsMade * acts,
        turns: begun.turns > limits.maxTurnsWithoutUser * acts,
        requests: begun.requests > limits.maxRequestsSent * acts,
        uncounted: isOneAct && (begun.agents > usedAgents || begun.turns > usedTurns || begun.requests > usedRequests),
        children: Math.max(0, ...forksByTurn(events)) > limits.maxChildrenPerTurn,
        depth: made.some((id) => depthOf(agents, id) > limits.maxAgentDepth),
        sums: Object.entries(budgets).some(([id, budget]) => isPassed(agents, id, budget)),
        runs: runs.some(({ agents: sharing, usd }) => costBelow(agents, sharing) > usd + MOST_USD + ROUNDING_USD),
        day: limits.maxCostPerDay !== null && costOf(agents) > limits.maxCostPerDay + MOST_USD + ROUNDING_USD,
      }
      const warmed = events.filter(({ kind }) => kind === 'keep_warm').length
      const facts = { seed, round, name, limits, budgets, runs, begun, used }
      expect({ ...facts, passed }).toEqual({ ...facts, passed: NOTHING_PASSED })
      const happened = { ...begun, warmed, [name]: begun.requests }
      for (const [key, count] of Object.entries(happened)) totals[key] = (totals[key] ?? 0) + count
    }
  })

  // A few trees need not reach every limit.
  it.runIf(seeds.length >= MANY_TREES)(
    `does enough for the limits to be reached, in every way (from ${MANY_TREES} trees on)`,
    () => {
      expect(Object.keys(totals)).toEqual(expect.arrayContaining(ACTS.map(([name]) => name)))
      expect(Object.entries(totals).filter(([, count]) => count === 0)).toEqual([])
    },
  )

  /** An engine that leaves the children of its turns to the other one, and takes over those of the other one. */
  async function openStaying(config: Partial<Config>, random: () => number, databaseUrl?: string): Promise<RealEngine> {
    const testCommands = randomTests(random)
    const real = await openRealEngine(simulator.environment(), {
      config,
      clock,
      allowed: ['*'],
      onChildLeft: () => undefined,
      wrapPorts: (ports) => ({ ...ports, testCommands: () => testCommands, staysOpen: true }),
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
    engines.push(real)
    return real
  }
})

const NOTHING_PASSED = {
  agents: false,
  turns: false,
  requests: false,
  uncounted: false,
  children: false,
  depth: false,
  sums: false,
  runs: false,
  day: false,
}

function actAt(index: number): (typeof ACTS)[number] {
  const act = ACTS[index % ACTS.length]
  if (act === undefined) throw new Error('There are no acts')
  return act
}

/** What all trees have begun. */
const totals: Record<string, number> = {}

/** Makes a root and a few forks of a user, which start on mail. */
async function typedTree({ engine }: RealEngine, random: () => number): Promise<readonly AgentId[]> {
  const ids = [valueOf(await engine.agents.create({ model: MODEL })).id]
  for (let made = Math.trunc(random() * 4); made > 0; made--) {
    const parent = ids[Math.trunc(random() * ids.length)] ?? ''
    for (const { id } of valueOf(await engine.agents.fork({ agentId: parent, models: [] }))) ids.push(id)
  }
  for (const agentId of ids) valueOf(await engine.agents.setWakeOnMail({ agentId, wakes: true }))
  return ids
}

/** Sets budgets in tokens or dollars for some of the agents. */
async function randomBudgets(
  { engine }: RealEngine,
  ids: readonly AgentId[],
  random: () => number,
): Promise<Readonly<Record<AgentId, Budget>>> {
  const budgets: Record<AgentId, Budget> = {}
  for (const agentId of ids) {
    if (random() < 0.5) continue
    const scope = random() < 0.7 ? 'subtree' : 'agent'
    const tokens = 20_000 + Math.trunc(random() * 60_000)
    const usd = 0.01 + random() * 0.04
    const budget: Budget = random() < 0.5 ? { scope, tokens, step: tokens } : { scope, usd, step: usd }
    valueOf(await engine.budgets.set({ agentId, budget }))
    budgets[agentId] = budget
  }
  return budgets
}

/** Whether a request only keeps a cache warm. */
function isBrief({ body }: SimulatorRequest): boolean {
  return body['max_tokens'] === 1
}

/** An answer that ends the turn, forks, writes mail, or calls tools that do neither. */
function randomAnswer(
  random: () => number,
  ids: readonly AgentId[],
  { mayEnd, isBrief: isWarm }: { readonly mayEnd: boolean; readonly isBrief: boolean },
): Answer {
  const delivery = { tokensPerSecond: 300 }
  const input = { inputTokens: INPUT, cachedTokens: CACHED }
  if (isWarm) return { ...textAnswer('A'), usage: { ...input, outputTokens: 1 } }
  const usage = { ...input, outputTokens: Math.trunc(random() * MOST) }
  if (mayEnd && random() < 0.3) return { ...textAnswer('A few words that take a moment.', delivery), usage }
  const call = (): ScriptedBlock => {
    const kind = random()
    const other = ids[Math.trunc(random() * ids.length)] ?? 'parent'
    if (kind < 0.4) return slash('fork', `"Work on part ${Math.trunc(random() * 1e6)}"`)
    if (kind < 0.6) return slash('send', `parent Text ${random()}`)
    return kind < 0.9 ? slash('send', `${other} Text ${random()}`) : slash('check-mail', '')
  }
  const blocks = Array.from({ length: 1 + Math.trunc(random() * 3) }, call)
  return { type: 'script', blocks, usage, ...delivery }
}

async function eventsAfter(real: RealEngine, ids: readonly AgentId[], lastId: number): Promise<readonly AgentEvent[]> {
  const events = await Promise.all(ids.map(async (agentId) => valueOf(await real.storage.store.events({ agentId }))))
  return events.flat().filter(({ id }) => id > lastId)
}

async function newestEvent(real: RealEngine, ids: readonly AgentId[]): Promise<number> {
  return Math.max(0, ...(await eventsAfter(real, ids, 0)).map(({ id }) => id))
}

/** The events of mail that a rerun has repeated: its turns are planned, and begin without mail of their own. */
function repeatedMail(events: readonly AgentEvent[]): ReadonlySet<EventId> {
  const seenMail = new Set<number>()
  const repeated = new Set<EventId>()
  for (const { id, kind, data } of events.toSorted((one, other) => one.id - other.id)) {
    if (kind !== 'mail') continue
    if (seenMail.has(data.mail_id)) repeated.add(id)
    seenMail.add(data.mail_id)
  }
  return repeated
}

/** The number of turns that mail has begun. */
function turnsByMail(events: readonly AgentEvent[], repeated: ReadonlySet<EventId>): number {
  const byTurn = Map.groupBy(events, ({ turnId }) => turnId)
  const begins = ([turnId, [opening]]: [string | null, AgentEvent[]]): boolean =>
    turnId !== null && opening?.kind === 'mail' && opening.data.tool_call_id === undefined && !repeated.has(opening.id)
  return [...byTurn].filter(begins).length
}

/** The number of turns of agents that no model has made, without those that mail has begun. */
function turnsOfUsers(
  events: readonly AgentEvent[],
  forked: ReadonlySet<AgentId>,
  repeated: ReadonlySet<EventId>,
): number {
  const planned = events.filter(({ agentId }) => !forked.has(agentId))
  return new Set(planned.flatMap(({ turnId }) => turnId ?? [])).size - turnsByMail(planned, repeated)
}

/** The numbers of children that turns have made. */
function forksByTurn(events: readonly AgentEvent[]): readonly number[] {
  const forks = events.filter(({ kind, turnId }) => kind === 'fork' && turnId !== null)
  return [...Map.groupBy(forks, ({ turnId }) => turnId).values()].map(({ length }) => length)
}

type Agents = Awaited<ReturnType<typeof agentsOf>>

function depthOf(agents: Agents, id: AgentId): number {
  const parentId = agents.find((agent) => agent.id === id)?.parentId ?? null
  return parentId === null ? 0 : 1 + depthOf(agents, parentId)
}

function isPassed(agents: Agents, id: AgentId, budget: Budget): boolean {
  const { used } = budgetUse(agents, id, budget)
  return 'usd' in budget ? used > budget.usd + MOST_USD + ROUNDING_USD : used > budget.tokens + INPUT + MOST
}

/** What agents and those below them have cost, US dollars. */
function costBelow(agents: Agents, ids: readonly AgentId[]): number {
  const totals = subtreeTotals(agents)
  return ids.reduce((sum, id) => sum + (totals.get(id)?.cost.usd ?? 0), 0)
}

/** US dollars. */
function costOf(agents: Agents): number {
  return agents.reduce((sum, { cost }) => sum + cost.usd, 0)
}
