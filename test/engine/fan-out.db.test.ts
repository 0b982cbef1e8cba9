import { afterAll, beforeAll, expect, it } from 'vitest'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** Several forks at once: the first one writes the beginning that they share to the provider's cache. */

let simulator: Simulator
let real: RealEngine
const MODEL = 'claude-opus-5-5'
const LONG = 'word '.repeat(1_000)

beforeAll(async () => {
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment())
}, 60_000)
afterAll(async () => {
  await real.close()
  await simulator.close()
})

it('sends the requests of the other forks when the answer to the first one has begun', async () => {
  const parent = await Pane.create(real.engine, MODEL)
  await parent.type(LONG)
  const before = simulator.requests.length
  simulator.enqueue('anthropic', textAnswer('First', { holdAfterEvents: 0 }))
  const models = [MODEL, MODEL, MODEL]
  valueOf(await real.engine.agents.fork({ agentId: parent.agentId, models, prompt: 'Go' }))
  const held = await simulator.streamHeld()
  expect(simulator.requests.length - before).toBe(1)
  held.release()
  await expect.poll(() => simulator.requests.length - before).toBe(3)
  expect(simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('stops a fork that waits', async () => {
  const parent = await Pane.create(real.engine, MODEL)
  await parent.type(LONG)
  const before = simulator.requests.length
  simulator.enqueue('anthropic', textAnswer('First', { holdAfterEvents: 0 }))
  const children = valueOf(
    await real.engine.agents.fork({ agentId: parent.agentId, models: [MODEL, MODEL], prompt: 'Go' }),
  )
  const held = await simulator.streamHeld()
  await Promise.all(children.map(({ id }) => real.engine.agents.cancel({ agentId: id })))
  held.release()
  expect(simulator.requests.length - before).toBe(1)
})
