import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { postmasterOf, signal, signalServer } from './database-processes.ts'

const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

let simulator: Simulator
let real: RealEngine

beforeEach(async () => {
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment())
})

afterEach(async () => {
  signalServer(real.dataDirectory, 'SIGCONT')
  await real.close()
  await simulator.close()
})

/** A pane whose answer stands in the middle. */
async function heldPane() {
  simulator.enqueue('anthropic', HELD)
  const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
  const held = await simulator.streamHeld()
  await pane.until(({ view }) => view.turn?.blocks.some((block) => block.type === 'text') === true)
  return { pane, held }
}

function databaseSays(state: string): Promise<void> {
  if (real.storage.state().state === state) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = real.storage.onStateChange((now) => {
      if (now.state !== state) return
      stop()
      resolve()
    })
  })
}

describe('a database that goes away in the middle of a turn', () => {
  it('is waited for when it is killed: the whole answer is recorded', async () => {
    const { pane, held } = await heldPane()
    const lost = databaseSays('error')
    signal(postmasterOf(real.dataDirectory), 'SIGKILL')
    await lost
    held.release()
    await pane.until(({ view }) => view.turn === null && pane.last('assistant') !== undefined)
    expect(pane.lines()).toEqual(['user: Go', 'assistant: First half, second half.'])
    expect(simulator.requests).toHaveLength(1)
  })

  it('is waited for when it is killed and the turn is cancelled: what had arrived is recorded', async () => {
    const { pane } = await heldPane()
    signal(postmasterOf(real.dataDirectory), 'SIGKILL')
    expect(valueOf(await real.engine.agents.cancel({ agentId: pane.agentId }))).toBe(true)
    await pane.until(({ view }) => view.turn === null && pane.last('interrupted') !== undefined)
    expect(pane.lines()).toEqual(['user: Go', 'interrupted: First half, '])
  })

  it('is waited for when it stands still: the stream goes on meanwhile', async () => {
    const { pane, held } = await heldPane()
    signalServer(real.dataDirectory, 'SIGSTOP')
    held.release()
    await pane.until(({ view }) =>
      (view.turn?.blocks ?? []).some((block) => block.type === 'text' && block.text.endsWith('second half.')),
    )
    expect(pane.last('assistant')).toBeUndefined()
    signalServer(real.dataDirectory, 'SIGCONT')
    await pane.until(() => pane.last('assistant') !== undefined)
    expect(pane.lines()).toEqual(['user: Go', 'assistant: First half, second half.'])
  })

  it('refuses a prompt with words while it is away, or takes it whole; nothing in between', async () => {
    const { pane, held } = await heldPane()
    held.release()
    await pane.until(({ view }) => view.turn === null && pane.last('assistant') !== undefined)
    signal(postmasterOf(real.dataDirectory), 'SIGKILL')
    const submitted = await real.engine.agents.submit({ agentId: pane.agentId, text: 'More' })
    await databaseSays('ok')
    if (submitted.ok) await pane.until(({ view }) => view.turn === null && view.events.length > 4)
    const refusal = submitted.ok
      ? 'STORAGE, to be tried again'
      : `${submitted.error.category}, ${submitted.error.retryable ? 'to be tried again' : 'for good'}`
    expect(refusal).toBe('STORAGE, to be tried again')
    const prompts = pane.lines().filter((line) => line === 'user: More')
    expect(prompts).toHaveLength(submitted.ok ? 1 : 0)
  })
})
