import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const THOUGHT_MS = 60_000

/** The machine's clock, and time that passes only here. */
class PushedClock implements Clock {
  passedMs = 0
  now(): number {
    return systemClock.now() + this.passedMs
  }
  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }
}

let simulator: Simulator
let real: RealEngine
const clock = new PushedClock()

beforeAll(async () => {
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment(), { clock })
})
afterAll(() => closeAll(real, simulator))

const thinkingMs = (pane: Pane): unknown => ({ thinking_ms: undefined, ...pane.last('assistant')?.data }).thinking_ms

it('is recorded with the answer, and is no part of what a model is sent afterwards', async () => {
  const pane = await Pane.create(real.engine, 'claude-haiku-4-5/low')
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'thinking', text: 'What is asked?' }, { type: 'hold' }, { type: 'text', text: 'This.' }],
  })
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Think' }))
  await pane.until(({ view }) => view.turn?.blocks[0]?.type === 'thinking')
  clock.passedMs += THOUGHT_MS
  const held = await simulator.streamHeld()
  held.release()
  await pane.until(({ view }) => view.turn === null && pane.last('assistant') !== undefined)
  const thought = thinkingMs(pane)
  simulator.enqueue('anthropic', textAnswer('Good.'))
  await pane.type('And now?')

  expect(thought).toBeGreaterThanOrEqual(THOUGHT_MS)
  expect(thought).toBeLessThan(2 * THOUGHT_MS)
  expect(thinkingMs(pane)).toBeUndefined()
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).toContain('What is asked?')
  expect(JSON.stringify(simulator.requests.at(-1)?.body)).not.toContain('thinking_ms')
})
