import { afterAll, beforeAll, expect, it } from 'vitest'

import { systemClock } from '../../src/main/system-ports.ts'
import type { LimitPeriod } from '../../src/main/core/ports/search-ports.ts'
import { mapOk } from '../../src/shared/result.ts'
import { budgetUse } from '../../src/shared/budget.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { idleEngines } from '../support/idle-engines.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'

/**
 * A month of work: each day agents of two trees are prompted at the same time in three engines on one database. The
 * limits of an agent, of a tree, of the day and of the month hold, whichever engine sends the request.
 */

const MODEL = 'claude-haiku-5-5/none'
const DAYS = 30
const AGENTS = 6
const MOST = 4_000
const INPUT = 600
/** US dollars of the largest response: $0.1 and $0.5 per million tokens. */
const MOST_USD = (INPUT * 0.1 + MOST * 0.5) / 1_000_000
const ROUNDING_USD = 1e-9
/** US dollars. Answers cost half of the largest one on average. */
const LIMITS = { day: 3 * MOST_USD, month: 30 * MOST_USD, agent: 4 * MOST_USD, tree: 12 * MOST_USD }

/** `IKIGAI_SEED=…` makes another month. */
const random = seededRandom(Number(process.env['IKIGAI_SEED'] ?? 30))

let simulator: Simulator
let engines: readonly RealEngine[]
const startedAt = systemClock.now()
/** What had been spent before the present day of the test, US dollars. The database dates all responses with today. */
const spentBefore = { day: 0, month: 0 }

beforeAll(async () => {
  const answerWith = () => ({
    ...textAnswer('A few words that take a moment.', { tokensPerSecond: 300 }),
    usage: { inputTokens: INPUT, outputTokens: Math.trunc(random() * MOST) },
  })
  simulator = await startSimulator({ answerWith, remembers: false })
  const first = await openOne()
  engines = [first, await openOne(first.databaseUrl), await openOne(first.databaseUrl)]
})

afterAll(async () => {
  for (const real of engines.toReversed()) await real.close()
  await simulator.close()
})

function openOne(databaseUrl?: string): Promise<RealEngine> {
  return openRealEngine(simulator.environment(), {
    config: { maxOutputTokens: MOST, maxCostPerDay: LIMITS.day, maxCostPerMonth: LIMITS.month },
    wrapPorts: (ports) => {
      const { search } = ports.storage
      const costIn = async (period: LimitPeriod) =>
        mapOk(await search.costIn('month', startedAt), ({ day, cost }) => ({
          day,
          cost: { ...cost, usd: cost.usd - spentBefore[period] },
        }))
      return { ...ports, storage: { ...ports.storage, search: { ...search, costIn } } }
    },
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
}

const engineAt = (index: number): RealEngine => {
  const real = engines[index % engines.length]
  if (real === undefined) throw new Error('There is no engine')
  return real
}

async function spent(): Promise<number> {
  return (await agentsOf(engineAt(0).engine)).reduce((sum, { cost }) => sum + cost.usd, 0)
}

it(`${DAYS} days in three engines: no limit is passed by more than one request`, { timeout: 400_000 }, async () => {
  const { engine } = engineAt(0)
  const roots = [await Pane.create(engine, MODEL), await Pane.create(engine, MODEL)] as const
  const panes: Pane[] = [...roots]
  while (panes.length < AGENTS) panes.push(await (panes.length % 2 === 0 ? roots[0] : roots[1]).fork())
  const ids = panes.map(({ agentId }) => agentId)
  const agent = { scope: 'agent', usd: LIMITS.agent, step: LIMITS.agent } as const
  const tree = { scope: 'subtree', usd: LIMITS.tree, step: LIMITS.tree } as const
  valueOf(await engine.budgets.set({ agentId: ids.at(-1) ?? '', budget: agent }))
  valueOf(await engine.budgets.set({ agentId: ids[0] ?? '', budget: tree }))
  for (const real of engines) await seen(real.engine, ({ id }) => id === ids.at(-1))

  const refusals = new Set<string>()
  for (let day = 0; day < DAYS; day += 1) {
    spentBefore.day = await spent()
    const ends = ids.map(async (agentId) => {
      const own = engineAt(Math.trunc(random() * engines.length)).engine
      const pane = await Pane.open(own, agentId)
      const before = pane.view.events.length
      valueOf(await own.agents.submit({ agentId, text: `Day ${day}` }))
      await pane.until(({ view }) => view.turn === null && view.events.length > before + 1)
      return pane.lines().at(-1) ?? ''
    })
    const lines = await Promise.all(ends)
    await idleEngines(engines)
    for (const line of lines.filter((each) => each.startsWith('error: '))) refusals.add(limitIn(line))
    const all = await spent()
    expect(all - spentBefore.day).toBeLessThanOrEqual(LIMITS.day + MOST_USD + ROUNDING_USD)
    expect(all).toBeLessThanOrEqual(LIMITS.month + MOST_USD + ROUNDING_USD)
    const agents = await agentsOf(engine)
    expect(budgetUse(agents, ids.at(-1) ?? '', agent).used).toBeLessThanOrEqual(LIMITS.agent + MOST_USD + ROUNDING_USD)
    expect(budgetUse(agents, ids[0] ?? '', tree).used).toBeLessThanOrEqual(LIMITS.tree + MOST_USD + ROUNDING_USD)
  }
  // Otherwise nothing was tested.
  expect([...refusals].toSorted()).toEqual(['agent', 'day', 'month', 'tree'])
})

/** Which limit refused a request. */
function limitIn(line: string): string {
  if (line.includes('for today')) return 'day'
  if (line.includes('for this month')) return 'month'
  return line.includes('and its descendants') ? 'tree' : 'agent'
}
