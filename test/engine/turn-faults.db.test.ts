import { beforeEach, describe, expect, it } from 'vitest'

import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { systemClock } from '../../src/main/system-ports.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

/** Bugs, as far as they can be planted from outside: a clock that throws. It is read outside of what a turn guards. */
const broken = { clock: false }
const breakable: Clock = {
  now() {
    if (broken.clock) throw new Error('The clock has stopped')
    return systemClock.now()
  },
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
}

const shared = engineForTests({}, { clock: breakable })

beforeEach(() => {
  broken.clock = false
})

/** One more turn of it, as if nothing had been. */
async function acceptsPrompt(pane: Pane): Promise<void> {
  broken.clock = false
  shared.simulator.enqueue('anthropic', textAnswer('Here again.'))
  await pane.type('And now?')
  expect(pane.lines().slice(-2)).toEqual(['user: And now?', 'assistant: Here again.'])
}

// A rejection that nobody handles fails the run: that is half of what is expected here.
describe('a fault of ours', () => {
  it('in a turn ends that turn as failed, and leaves the agent free', async () => {
    const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    broken.clock = true
    await pane.type('Hello')
    const ends = pane.items.flatMap((item) => (item.type === 'live' && 'outcome' in item.event ? [item.event] : []))
    expect(ends.map(({ outcome }) => outcome)).toEqual(['failed'])
    await acceptsPrompt(pane)
    pane.close()
  })

  it('in a summary refuses it with words, and leaves the agent free', async () => {
    const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    shared.simulator.enqueue('anthropic', textAnswer('Hello back.'))
    await pane.type('Hello')
    broken.clock = true
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))).toContain(
      'an internal error',
    )
    await acceptsPrompt(pane)
    pane.close()
  })

  it('keeps the engine from closing no longer than the turn', async () => {
    const pane = await Pane.create(shared.real.engine, 'claude-haiku-4-5/none')
    broken.clock = true
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Hello' }))
    await shared.real.reopen()
    broken.clock = false
    const again = await Pane.open(shared.real.engine, pane.agentId)
    expect(again.view.turn).toBeNull()
    again.close()
  })
})
