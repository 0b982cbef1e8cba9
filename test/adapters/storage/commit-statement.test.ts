import { expect, it } from 'vitest'

import { commitParameters } from '../../../src/main/adapters/storage/commit-parameters.ts'
import { commitStatement } from '../../../src/main/adapters/storage/commit-statement.ts'
import type { Change } from '../../../src/main/core/ports/log-ports.ts'

const AGENT = '00000000-0000-4000-8000-000000000001'
const PROMPT: Change = {
  events: [{ agentId: AGENT, turnId: null, kind: 'user', content: 'hello', data: null }],
}

const statementOf = (change: Change) => commitStatement([...commitParameters(1, change).keys()])

it('contains only what the change needs, because PostgreSQL prepares all of it for each execution', () => {
  const { text } = statementOf(PROMPT)
  expect(text).toContain('insert into messages')
  expect(text).toContain('under_killed')
  for (const unneeded of ['insert into agents', 'update agents', 'mail', 'queued_prompts', 'journal', 'kill_agents']) {
    expect(text).not.toContain(unneeded)
  }
})

it('is the same for changes of one kind, so that each connection prepares it once', () => {
  expect(statementOf({ events: [...(PROMPT.events ?? []), ...(PROMPT.events ?? [])] })).toBe(statementOf(PROMPT))
})

it('numbers the parameters that it mentions, and no others', () => {
  const { text, parameters } = statementOf({ ...PROMPT, settledTurns: [AGENT] })
  const mentioned = new Set(text.match(/\$\d+/g))
  expect([...mentioned].toSorted()).toEqual(parameters.map((_, index) => `$${index + 1}`).toSorted())
  expect(text).not.toMatch(/\$[a-z]/)
})
