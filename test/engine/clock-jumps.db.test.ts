import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const YEAR_MS = 365 * 86_400_000

/** The machine's clock, set forward or back by a user, a time server, or a sleep. */
class JumpingClock implements Clock {
  offsetMs = 0

  now(): number {
    return systemClock.now() + this.offsetMs
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }
}

describe.each([
  ['forward', YEAR_MS],
  ['back', -YEAR_MS],
])('a clock that jumps a year %s', (_where, jumpMs) => {
  let simulator: Simulator
  let real: RealEngine
  const clock = new JumpingClock()

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), { clock })
  })

  afterAll(() => closeAll(real, simulator))

  it('changes neither the order of events nor what a model is sent', async () => {
    for (const text of ['One.', 'Two.', 'Three.']) simulator.enqueue('anthropic', textAnswer(text))
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    await pane.type('First')
    clock.offsetMs += jumpMs
    await pane.type('Second')
    clock.offsetMs -= 2 * jumpMs
    await pane.type('Third')
    expect(pane.lines()).toEqual([
      'user: First',
      'assistant: One.',
      'user: Second',
      'assistant: Two.',
      'user: Third',
      'assistant: Three.',
    ])
    const again = await Pane.open(real.engine, pane.agentId)
    expect(again.lines()).toEqual(pane.lines())
    expect(simulator.requests.at(-1)?.body['messages']).toHaveLength(5)
  })

  it('leaves a stream that it happens in whole, and a retry pause no longer than it was', async () => {
    const script = [{ type: 'text', text: 'Before, ' }, { type: 'hold' }, { type: 'text', text: 'after.' }] as const
    simulator.enqueue('anthropic', failedAnswer({ kind: 'overloaded' }))
    simulator.enqueue('anthropic', { type: 'script', blocks: script })
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await pane.until(({ view }) => view.turn?.retry != null)
    clock.offsetMs += jumpMs
    const held = await simulator.streamHeld()
    clock.offsetMs -= 2 * jumpMs
    held.release()
    await pane.until(() => pane.last('assistant') !== undefined)
    expect(pane.lines()).toEqual(['user: Go', 'assistant: Before, after.'])
    const { data } = pane.last('assistant') ?? {}
    const { duration_ms: duration, first_delta_ms: first } = {
      duration_ms: undefined,
      first_delta_ms: undefined,
      ...data,
    }
    expect({ duration, first }).toEqual({ duration: expect.any(Number), first: expect.any(Number) })
  })
})
