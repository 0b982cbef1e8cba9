import { expect, it } from 'vitest'

import { nameFromPrompt, namedByPrompt } from '../../../src/main/core/agents/agent-names.ts'
import { agentSummary } from '../../support/agent-summary.ts'

it.each([
  ['Why is the sky blue?', 'Why is the sky blue?'],
  ['\n\n  Two\nlines,\tand  spaces ', 'Two lines, and spaces'],
  ['Compare OAuth2 and JWT for a small team that has one web app', 'Compare OAuth2 and JWT for a small team that…'],
  ['x'.repeat(60), `${'x'.repeat(48)}…`],
  ['a\u202egpj.exe\u0007', 'a gpj.exe'],
  ['👩‍👩‍👧'.repeat(60), `${'👩‍👩‍👧'.repeat(48)}…`],
  ['\u200b\n', ''],
])('calls an agent by the beginning of %j', (prompt, name) => {
  expect(nameFromPrompt(prompt)).toBe(name)
})

it('leaves a name that somebody gave, and waits for a prompt that has one', () => {
  const agent = agentSummary({ name: '' })
  expect(namedByPrompt(agent, 'Hello')).toEqual([{ id: agent.id, name: 'Hello' }])
  expect(namedByPrompt(agent, ' ')).toEqual([])
  expect(namedByPrompt(agent, null)).toEqual([])
  expect(namedByPrompt({ ...agent, name: 'Plan' }, 'Hello')).toEqual([])
})
