import { expect, it } from 'vitest'

import { agentsOf, refusalOf, valueOf } from '../support/drive-agent.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const MODEL = 'claude-haiku-4-5/none'

const shared = engineForTests()

it.each([
  ['/nosuch', /^Unknown command/],
  ['/fork nosuch', /nosuch/],
  ['/fork "unclosed', /quot/i],
  ['/clear nosuch', /nosuch/],
  ['/send nobody hello', /No agent/],
  ['/model no/such/level', /./],
  ['/compress', /^Nothing to compress\.$/],
  ['the goal\n/fork "unclosed', /quot/i],
])('makes no agent for %j, which it would refuse', async (text, words) => {
  const before = (await agentsOf(shared.real.engine)).length
  expect(
    refusalOf(await shared.real.engine.local.createAgent({ model: MODEL, first: { text, asText: false } })),
  ).toMatch(words)
  expect((await agentsOf(shared.real.engine)).length).toBe(before)
})

it('makes no agent without a model for a prompt', async () => {
  const before = (await agentsOf(shared.real.engine)).length
  expect(refusalOf(await shared.real.engine.local.createAgent({ first: { text: 'Hi', asText: true } }))).toMatch(
    /^No model configured/,
  )
  expect((await agentsOf(shared.real.engine)).length).toBe(before)
})

it.each(['/help', '/kill', '/fork', '/mark HERE', '/model claude-haiku-4-5', 'Hi', 'the goal\n/mark HERE\n/fork'])(
  'makes one for %j, which it takes then',
  async (text) => {
    shared.simulator.answerWith(() => ({ type: 'script', blocks: [{ type: 'text', text: 'Yes.' }] }))
    const first = { text, asText: false }
    const { id } = valueOf(await shared.real.engine.local.createAgent({ model: MODEL, first }))
    expect(await shared.real.engine.agents.submit({ agentId: id, text })).toMatchObject({ ok: true })
  },
)
