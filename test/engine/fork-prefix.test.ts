import { afterAll, beforeAll, expect, it } from 'vitest'

import { Pane } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import type { RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'

/** A provider's prompt cache compares bytes: what a fork sends must be what its parent would have sent. */

let simulator: Simulator
let real: RealEngine

const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: 'Hm.' },
  { type: 'text', text: 'Grüße!' },
]

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => ({ type: 'script', blocks: BLOCKS }) })
  real = await openRealEngine(simulator.environment())
}, 60_000)

afterAll(async () => {
  await real.close()
  await simulator.close()
})

/** The bytes of what a prompt in this pane sends. */
async function sent(pane: Pane, prompt: string): Promise<string> {
  const before = simulator.requests.length
  await pane.type(prompt)
  expect(simulator.requests.slice(before).map(({ rejectedBy }) => rejectedBy)).toEqual([undefined])
  return JSON.stringify(simulator.requests[before]?.body)
}

it.each(['claude-opus-4-6', 'gpt-5.5', 'gemini-3.8-flash', 'grok-4.7', 'mistral-medium-latest', 'kimi-k3'])(
  'a fork of %s with the same model sends its parent’s bytes',
  async (model) => {
    const parent = await Pane.create(real.engine, model)
    await sent(parent, 'One')
    await sent(parent, 'Two')
    const child = await parent.fork()
    const grandchild = await child.fork()
    const bytes = await sent(parent, 'Three')
    expect([await sent(child, 'Three'), await sent(grandchild, 'Three')]).toEqual([bytes, bytes])
  },
)

it('after a restart the same context is the same bytes, read from the database now', async () => {
  const parent = await Pane.create(real.engine, 'claude-opus-4-6')
  await sent(parent, 'One')
  const child = await parent.fork()
  const bytes = await sent(parent, 'Two')
  await real.reopen()
  expect(await sent(await Pane.open(real.engine, child.agentId), 'Two')).toBe(bytes)
})

it('Anthropic is told to keep what it has read', async () => {
  const pane = await Pane.create(real.engine, 'claude-opus-4-6')
  expect(JSON.parse(await sent(pane, 'One'))).toMatchObject({ cache_control: { type: 'ephemeral' } })
})
