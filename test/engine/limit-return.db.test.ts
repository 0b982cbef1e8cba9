import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { LimitReturnState } from '../../src/shared/limit-return.ts'
import { datedBy } from '../bench/simulated-time.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { SteppedClock } from '../support/stepped-clock.ts'

const MINUTE = 60_000
const RESET_S = 600

let clock: SteppedClock
let simulator: Simulator
let engines: RealEngine[]
let isLimited: boolean
const dates = new Map<number, string>()

beforeEach(async () => {
  dates.clear()
  engines = []
  clock = new SteppedClock()
  isLimited = true
  simulator = await startSimulator({
    answerWith: () =>
      isLimited ? failedAnswer({ kind: 'rate_limit', retryAfterSeconds: RESET_S }) : textAnswer('Here I am again.'),
  })
  await open()
})

afterEach(async () => {
  for (const each of engines.toReversed()) await each.close()
  await simulator.close()
})

async function open(more: object = {}): Promise<RealEngine> {
  const opened = await openRealEngine(simulator.environment(), {
    attended: true,
    clock,
    wrapStorage: (storage) => datedBy(clock, storage, dates),
    ...more,
  })
  engines.push(opened)
  return opened
}

function engine(): RealEngine {
  const [first] = engines
  if (first === undefined) throw new Error('No engine')
  return first
}

/** An agent whose turn has failed at a limit. */
async function limited(isOn: boolean): Promise<Pane> {
  const pane = await Pane.create(engine().engine, 'claude-sonnet-5-5/none')
  await pane.type('Hello')
  expect(simulator.requests).toHaveLength(1)
  if (isOn) await set(pane, true)
  return pane
}

const set = async (pane: Pane, isOn: boolean): Promise<LimitReturnState> =>
  valueOf(await engine().engine.limitReturn.set({ agentId: pane.agentId, isOn }))
const stateOf = async (pane: Pane): Promise<LimitReturnState> =>
  valueOf(await engine().engine.limitReturn.get({ agentId: pane.agentId }))

/** Lets time pass in steps, with looks at the database in between. */
async function pass(pane: Pane, ms: number): Promise<void> {
  const step = 5_000
  for (let passed = 0; passed < ms; passed += step) {
    clock.advance(step)
    await stateOf(pane)
  }
  for (let looks = 0; looks < 20; looks++) await stateOf(pane)
}

/** Lets time pass until the agent's log holds so many errors: it has gone on, and failed again. */
async function untilFailed(pane: Pane, times: number): Promise<void> {
  const count = () => pane.view.events.filter(({ kind }) => kind === 'error').length
  for (let steps = 0; steps < 5_000 && count() < times; steps++) {
    clock.advance(5_000)
    await stateOf(pane)
  }
  expect(count()).toBe(times)
}

describe('an agent that was stopped by a limit', () => {
  it('goes on once when the limit resets, and says before when that is', async () => {
    const pane = await limited(true)
    const failedAt = clock.now()
    expect(await stateOf(pane)).toEqual({
      isOn: true,
      resetsAt: failedAt + RESET_S * 1_000 + 1_000,
      times: 0,
      most: 5,
      problem: null,
    })
    expect(valueOf(await engine().engine.limitReturn.waits())).toEqual([
      { agentId: pane.agentId, resetsAt: failedAt + RESET_S * 1_000 + 1_000 },
    ])
    isLimited = false
    await pass(pane, 9 * MINUTE)
    expect(simulator.requests).toHaveLength(1)
    clock.advance(2 * MINUTE)
    await pane.until(({ view }) => view.turn === null && pane.last('assistant')?.content === 'Here I am again.')
    expect(simulator.requests).toHaveLength(2)
    await pass(pane, 30 * MINUTE)
    expect(simulator.requests).toHaveLength(2)
    expect(await stateOf(pane)).toMatchObject({ resetsAt: null })
  })

  it('goes on after a restart', async () => {
    const pane = await limited(true)
    await engine().reopen()
    const again = await Pane.open(engine().engine, pane.agentId)
    isLimited = false
    expect((await stateOf(again)).isOn).toBe(true)
    clock.advance(11 * MINUTE)
    await again.until(() => again.last('assistant') !== undefined)
    expect(simulator.requests).toHaveLength(2)
  })

  it('does not unless the user has allowed it, and not after that was taken back', async () => {
    const pane = await limited(false)
    await pass(pane, 5 * MINUTE)
    expect((await set(pane, true)).isOn).toBe(true)
    expect((await set(pane, false)).isOn).toBe(false)
    await pass(pane, 12 * MINUTE)
    expect(simulator.requests).toHaveLength(1)
  })

  it('does not after the user acted otherwise', async () => {
    const pane = await limited(true)
    isLimited = false
    await pane.type('Never mind.')
    expect(simulator.requests).toHaveLength(2)
    await pass(pane, 12 * MINUTE)
    expect(simulator.requests).toHaveLength(2)
  })

  it('goes on at most five times until a user acts', async () => {
    const pane = await limited(true)
    for (const failures of [2, 3, 4, 5, 6]) await untilFailed(pane, failures)
    await pass(pane, 30 * MINUTE)
    expect(simulator.requests).toHaveLength(1 + 5)
    expect(await stateOf(pane)).toMatchObject({
      times: 5,
      problem: { kind: 'times' },
    })
    expect(valueOf(await engine().engine.limitReturn.waits())).toEqual([])
    await pane.type('Go on.')
    expect(await stateOf(pane)).toMatchObject({ times: 0, problem: null })
    await untilFailed(pane, 8)
    expect(simulator.requests).toHaveLength(8)
  })

  it('goes on once after a night in which the machine slept', async () => {
    const pane = await limited(true)
    isLimited = false
    clock.advance(10 * 60 * MINUTE)
    await pane.until(() => pane.last('assistant') !== undefined)
    await pass(pane, 5 * MINUTE)
    expect(simulator.requests).toHaveLength(2)
  })

  it('waits on while the clock was set back', async () => {
    const pane = await limited(true)
    clock.advance(-60 * MINUTE)
    await pass(pane, 12 * MINUTE)
    expect(simulator.requests).toHaveLength(1)
  })

  it('goes on in one engine of several', async () => {
    const pane = await limited(true)
    await open({ databaseUrl: engine().databaseUrl })
    isLimited = false
    clock.advance(11 * MINUTE)
    await pane.until(() => pane.last('assistant') !== undefined)
    await pass(pane, 5 * MINUTE)
    expect(simulator.requests).toHaveLength(2)
  })

  it('sends nothing that a budget holds back', async () => {
    const pane = await limited(true)
    valueOf(
      await engine().engine.budgets.set({ agentId: pane.agentId, budget: { scope: 'subtree', tokens: 1, step: 1 } }),
    )
    for (let steps = 0; steps < 5_000 && (await stateOf(pane)).times === 0; steps++) clock.advance(5_000)
    // It was about to go on.
    expect((await stateOf(pane)).times).toBe(1)
    await pass(pane, 12 * MINUTE)
    expect(simulator.requests).toHaveLength(1)
  })

  it('does not wait for longer than a day', async () => {
    simulator.enqueue('anthropic', failedAnswer({ kind: 'rate_limit', retryAfterSeconds: 2 * 86_400 }))
    const pane = await limited(true)
    expect((await stateOf(pane)).problem).toMatchObject({ kind: 'wait' })
  })
})
