import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { budgetTokens } from '../../src/shared/budget.ts'
import { agentsOf, Pane, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'

const MODEL = 'claude-haiku-4-5/none'
/** The most that a model may write here, tokens. */
const MOST = 4_000

/** `LIMIT_SEED=…` repeats a run, `LIMIT_RUNS=…` makes more of them. */
const first = Number(process.env['LIMIT_SEED'] ?? Math.trunc(Math.random() * 1e9))
const seeds = Array.from({ length: Number(process.env['LIMIT_RUNS'] ?? 3) }, (_, index) => first + index)

describe('a budget of agents that work at the same time, in two engines on a database,', () => {
  let simulator: Simulator
  let engines: readonly [RealEngine, RealEngine]
  let random: () => number

  beforeEach(async () => {
    random = seededRandom(first)
    const answerWith = () => ({
      ...textAnswer('A few words that take a moment to arrive here.', { tokensPerSecond: 100 }),
      usage: { inputTokens: 40, outputTokens: Math.trunc(random() * MOST) },
    })
    simulator = await startSimulator({ answerWith })
    const config = { maxOutputTokens: MOST }
    const here = await openRealEngine(simulator.environment(), { config })
    engines = [here, await openRealEngine(simulator.environment(), { config, databaseUrl: here.databaseUrl })]
  })

  afterEach(async () => {
    await engines[1].close()
    await engines[0].close()
    await simulator.close()
  })

  it.each(seeds)('is passed by one request at most, and used as far as it goes (seed %i)', async (seed) => {
    random = seededRandom(seed)
    const [here, there] = engines
    const limit = 10_000 + Math.trunc(random() * 20_000)
    const root = await Pane.create(here.engine, MODEL)
    const budget = { scope: 'subtree', tokens: limit, step: limit } as const
    valueOf(await here.engine.budgets.set({ agentId: root.agentId, budget }))
    const panes = [root]
    while (panes.length < 12) {
      const parent = panes[Math.trunc(random() * panes.length)] ?? root
      panes.push(await parent.fork())
    }
    const last = panes.at(-1) ?? root
    await seen(there.engine, ({ id }) => id === last.agentId)
    const ends = panes.map(async ({ agentId }) => {
      const { engine } = random() < 0.5 ? here : there
      const pane = await Pane.open(engine, agentId)
      valueOf(await engine.agents.submit({ agentId, text: 'Go on' }))
      await pane.until(({ view }) => view.turn === null && view.events.length > 1)
      return pane.lines().at(-1) ?? ''
    })
    const lines = await Promise.all(ends)
    const refused = lines.filter((line) => line.startsWith('error: '))
    expect(refused.filter((line) => !/tokens used, of a budget of/.test(line))).toEqual([])
    const { used } = budgetTokens(await agentsOf(here.engine), root.agentId, 'subtree')
    // The rest of the limit is smaller than what one more request could use.
    const isUsed = refused.length === 0 || used > limit - 2 * MOST
    expect({ seed, isPassed: used > limit + MOST, isUsed }).toEqual({ seed, isPassed: false, isUsed: true })
    expect(lines.length).toBeGreaterThan(refused.length)
  })
})
