import { expect, it } from 'vitest'

import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

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

const clock = new PushedClock()

const shared = engineForTests({}, { clock })

const thinkingMs = (pane: Pane): unknown => ({ thinking_ms: undefined, ...pane.last('assistant')?.data }).thinking_ms

it('is recorded with the answer, and is no part of what a model is sent afterwards', async () => {
  const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/low')
  shared.simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [{ type: 'thinking', text: 'What is asked?' }, { type: 'hold' }, { type: 'text', text: 'This.' }],
  })
  valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Think' }))
  await pane.until(({ view }) => view.turn?.blocks[0]?.type === 'thinking')
  clock.passedMs += THOUGHT_MS
  const held = await shared.simulator.streamHeld()
  held.release()
  await pane.until(({ view }) => view.turn === null && pane.last('assistant') !== undefined)
  const thought = thinkingMs(pane)
  shared.simulator.enqueue('anthropic', textAnswer('Good.'))
  await pane.type('And now?')

  expect(thought).toBeGreaterThanOrEqual(THOUGHT_MS)
  expect(thought).toBeLessThan(2 * THOUGHT_MS)
  expect(thinkingMs(pane)).toBeUndefined()
  expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).toContain('What is asked?')
  expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).not.toContain('thinking_ms')
})
