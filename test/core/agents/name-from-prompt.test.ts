import { expect, it } from 'vitest'

import { nameFromPrompt, namedByPrompt, repeatsPrompt } from '../../../src/main/core/agents/agent-names.ts'
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

it.each([
  ['Why is the sky blue?', 'Why is the sky blue?', true],
  ['Fork: Why is the sky blue?', 'Why is the sky blue?', true],
  [
    'Compare OAuth2 and JWT for a small team that… 2',
    'Compare OAuth2 and JWT for a small team that has one web app',
    true,
  ],
  ['Hi', 'Hi', true],
  // The letters of a short prompt are in many names.
  ['Hints for users', 'Hi', false],
  ['Plan', 'Why is the sky blue?', false],
  ['Plan', ' \u200b', false],
])('says of the name %j whether it repeats %j', (name, prompt, repeats) => {
  expect(repeatsPrompt(name, prompt)).toBe(repeats)
})
