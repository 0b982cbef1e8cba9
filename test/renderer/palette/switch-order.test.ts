import { expect, it } from 'vitest'

import { switchableAgents } from '../../../src/renderer/palette/switch-order.ts'
import {
  parseRecentAgents,
  type RecentAgents,
  withRecentAgent,
} from '../../../src/renderer/store/recent-agent-store.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const agents = new Map(
  ['plan', 'tests', 'docs', 'old', 'shelved', 'ended'].map((id, index) => [
    id,
    agentSummary({
      id,
      name: `The ${id}`,
      createdAt: new Date(index * 1_000).toISOString(),
      status: id === 'ended' ? 'killed' : 'running',
      ...(id === 'shelved' ? { archived: true } : {}),
    }),
  ]),
)
const from = { recent: ['tests', 'docs', 'plan', 'gone'], focused: 'tests' }

const idsOf = (typed: string, at: Parameters<typeof switchableAgents>[2] = from) => {
  const { lately, others, more } = switchableAgents(agents, typed, at)
  return { lately: lately.map(({ id }) => id), others: others.map(({ id }) => id), more }
}

it('begins with the agent that was used before the focused one', () => {
  expect(idsOf('')).toEqual({ lately: ['docs', 'plan'], others: ['old'], more: 0 })
})

it('lists by activity what had no pane yet, and everything where nothing has the focus', () => {
  expect(idsOf('', { recent: [], focused: null })).toEqual({
    lately: [],
    others: ['old', 'docs', 'tests', 'plan'],
    more: 0,
  })
})

it.each([
  ['tests', ['tests'], []],
  ['shelved', [], ['shelved']],
  ['ended', [], ['ended']],
  ['nothing', [], []],
])('finds by what is typed also the focused, archived and killed ones: %s', (typed, lately, others) => {
  expect(idsOf(typed)).toEqual({ lately, others, more: 0 })
})

it('counts what it does not show', () => {
  const many = new Map(Array.from({ length: 60 }, (_, index) => [`a${index}`, agentSummary({ id: `a${index}` })]))
  const recent = Array.from({ length: 50 }, (_, index) => `a${index}`)
  for (const each of [recent, recent.slice(0, 20), []]) {
    const { lately, others, more } = switchableAgents(many, '', { recent: each, focused: null })
    expect(lately.length + others.length).toBe(40)
    expect(more).toBe(20)
  }
})

it('keeps the order of the last uses, of each agent once', () => {
  const visited = ['a', 'b', 'a', 'c'].reduce<RecentAgents>(withRecentAgent, { ids: [] })
  expect(visited.ids).toEqual(['c', 'a', 'b'])
  expect(withRecentAgent(visited, 'c')).toBe(visited)
  expect(parseRecentAgents({ ids: Array.from({ length: 300 }, (_, index) => `${index}`) })?.ids).toHaveLength(100)
  expect(parseRecentAgents({ ids: 'a' })).toBeNull()
})
