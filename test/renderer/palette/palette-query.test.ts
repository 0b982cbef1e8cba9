import { expect, it } from 'vitest'

import { paletteAgents, parsePaletteQuery } from '../../../src/renderer/palette/palette-query.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const agents = Array.from({ length: 1_000 }, (_, index) =>
  agentSummary({ id: `a${index}`, name: `Agent ${index}`, createdAt: new Date(index * 1_000).toISOString() }),
)

it.each([
  ['close', 'all', 'close'],
  [' > close', 'commands', 'close'],
  ['@fix', 'agents', 'fix'],
  ['# rounding', 'messages', 'rounding'],
  ['#', 'messages', ''],
])('looks with %j for %s', (typed, scope, words) => {
  expect(parsePaletteQuery(typed)).toEqual({ scope, words })
})

it('lists ten agents at most, those that were active last first, and counts the others', () => {
  const { shown, more } = paletteAgents(agents, '')
  expect(shown.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, index) => `Agent ${999 - index}`))
  expect(more).toBe(990)
})

it('lists the best matches first', () => {
  const { shown, more } = paletteAgents(agents, 'agent 10')
  expect(shown[0]?.name).toBe('Agent 109')
  expect(shown).toHaveLength(10)
  expect(more).toBe(10)
  expect(paletteAgents(agents, 'agent 777')).toMatchObject({ shown: [{ name: 'Agent 777' }], more: 0 })
})
