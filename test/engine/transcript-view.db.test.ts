import { expect, it } from 'vitest'

import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { failedAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests()

/** An agent whose thinking answer of Claude is followed by a prompt that nobody has answered. */
async function unansweredPane(): Promise<Pane> {
  const pane = await Pane.create(shared.real.engine, 'claude-opus-4-6/med')
  shared.simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'One.' },
    ],
  })
  await pane.type('First')
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request' }))
  shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'bad_request' }))
  await pane.type('Second')
  return pane
}

it.each([
  'claude-opus-4-6/med',
  'gpt-5.5/high',
  'gemini-3.8-flash',
  'grok-4.7',
  'mistral-medium-latest',
  'kimi-k3/low',
])('shows the very request that %s is sent then', async (model) => {
  const pane = await unansweredPane()
  const view = valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId, model }))
  await pane.type(`/model ${model}`)
  const before = shared.simulator.requests.length
  const ended = pane.until(({ view: shown }) => shown.turn === null && shared.simulator.requests.length > before)
  valueOf(await shared.real.engine.agents.resume({ agentId: pane.agentId }))
  await ended
  expect(shared.simulator.requests[before]?.body).toEqual(view.body)
  expect(shared.simulator.requests[before]?.rejectedBy).toBeUndefined()
})

it('says what was dropped, with the event that it stood in', async () => {
  const pane = await unansweredPane()
  const answer = pane.last('assistant')
  const { report, choice, endpoint } = valueOf(
    await shared.real.engine.agents.transcript({ agentId: pane.agentId, model: 'gpt-5.5' }),
  )
  expect(report.dropped).toEqual([{ eventId: answer?.id, part: 'foreign_thinking' }])
  expect(choice).toEqual({ provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'med' })
  expect(endpoint).toBe(`responses@127.0.0.1:${shared.simulator.port}`)
})

it('takes the agent’s own model when none is named, and sends nothing', async () => {
  const pane = await unansweredPane()
  const before = shared.simulator.requests.length
  const { choice } = valueOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId }))
  expect(choice.model).toBe('claude-opus-4-6')
  expect(shared.simulator.requests).toHaveLength(before)
})

it('refuses a model that nobody has', async () => {
  const pane = await unansweredPane()
  expect(refusalOf(await shared.real.engine.agents.transcript({ agentId: pane.agentId, model: 'acme-1' }))).toContain(
    'Unknown model: acme-1',
  )
})
