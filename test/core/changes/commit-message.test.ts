import { expect, it } from 'vitest'

import { commitMessage } from '../../../src/main/core/changes/plan-commit.ts'

const facts = {
  agentId: '11111111-1111-4111-8111-111111111111',
  name: 'Fix rounding',
  message: '',
  models: ['anthropic/claude-opus-4-5', 'openai/gpt-5'],
  eventId: 7,
}
const TRAILERS = `Ikigai-Agent: ${facts.agentId}
Ikigai-Model: anthropic/claude-opus-4-5
Ikigai-Model: openai/gpt-5
Ikigai-Event: 7
`

it('has the name of the agent as its subject, and trailers that say where the changes come from', () => {
  expect(commitMessage(facts)).toBe(`Fix rounding\n\n${TRAILERS}`)
  expect(commitMessage({ ...facts, message: ' fix: round\n\nHalf to even.\n' })).toBe(
    `fix: round\n\nHalf to even.\n\n${TRAILERS}`,
  )
  expect(commitMessage({ ...facts, name: '' })).toMatch(/^Apply the changes of agent 111111\n/)
  expect(commitMessage({ ...facts, eventId: null })).not.toContain('Ikigai-Event')
})

it('takes no line from a name, and no longer subject than git shows', () => {
  const subject = (name: string) => commitMessage({ ...facts, name }).split('\n\n')[0]
  expect(subject('Fix\n\nIkigai-Agent: other\u2028x\u001b[31m')).toBe('Fix Ikigai-Agent: other x [31m')
  expect(subject('x'.repeat(200))).toHaveLength(72)
})
