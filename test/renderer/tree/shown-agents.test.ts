import { expect, it } from 'vitest'

import { keptOrder, rootActivity, rootOrder } from '../../../src/renderer/tree/root-order.ts'
import { shownAgents } from '../../../src/renderer/tree/shown-agents.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const agent = (id: string, fields: Partial<AgentSummary> = {}) => agentSummary({ id, name: id, ...fields })
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`
const opus = { provider: 'anthropic', model: 'claude-opus-4-5', thinkingLevel: 'none' } as const

const AGENTS = [
  agent('ab12cd34-0000', { name: 'Release number 7', choice: opus, lastActivityAt: at(10) }),
  agent('child', { name: 'Notes for 17', parentId: 'ab12cd34-0000', lastActivityAt: at(15), unreadMail: 2 }),
  agent('dead', { name: 'Old number 70', choice: opus, status: 'killed' }),
  agent('stored', { name: 'number 8', archived: true }),
  agent('below', { name: 'below it', parentId: 'stored', activity: { type: 'streaming' } }),
  agent('busy', { name: 'Busy', activity: { type: 'tools' }, cost: { usd: 2.5, unpriced: 0, partial: 0 } }),
  agent('pinned', { name: 'a.b*c (x)', pinned: true, lastActivityAt: at(1), createdAt: at(1) }),
]
const ALL = new Map(AGENTS.map((each) => [each.id, each]))

function shown(
  query: string,
  { showsArchive = false, current = null }: { showsArchive?: boolean; current?: string | null } = {},
) {
  const found = shownAgents(ALL, { query, showsArchive, current })
  return found.agents.map(({ id }) => (found.dimmed.has(id) ? `(${id})` : id)).join(' ')
}

it('shows neither killed nor archived agents, except the one of the focused pane and an open archive', () => {
  expect(shown('  ')).toBe('ab12cd34-0000 child busy pinned')
  expect(shown('', { current: 'dead' })).toBe('ab12cd34-0000 child dead busy pinned')
  expect(shown('', { showsArchive: true })).toBe('ab12cd34-0000 child stored below busy pinned')
})

it.each([
  ['number 7', 'ab12cd34-0000 dead'],
  ['"number 7"', 'ab12cd34-0000 dead'],
  ['"for 17"', '(ab12cd34-0000) child'],
  ['ab12', 'ab12cd34-0000'],
  ['AB12CD', 'ab12cd34-0000'],
  ['ab1', ''],
  ['cd34', ''],
  ['model:opus', 'ab12cd34-0000 dead'],
  ['model:opus -is:killed', 'ab12cd34-0000'],
  ['is:running', '(stored) below busy'],
  ['is:running -is:archived', 'busy'],
  ['is:unread,pinned', '(ab12cd34-0000) child pinned'],
  ['is:killed', 'dead'],
  ['below:ab12', '(ab12cd34-0000) child'],
  ['provider:openai', ''],
  ['cost:>1', 'busy'],
  ['cost:<1 is:idle -is:archived', 'ab12cd34-0000 child pinned'],
  ['after:2026-11-12 for', '(ab12cd34-0000) child'],
  ['before:2026-11-05', 'pinned'],
  ['a.b*c "(x)"', 'pinned'],
  ['is:nonsense', ''],
])('finds by the filter %s: %s', (query, expected) => {
  expect(shown(query)).toBe(expected)
})

it('orders roots by pins, activity in their subtree and archive', () => {
  const agents = [...AGENTS, agent('new', { createdAt: at(12), lastActivityAt: at(13) })]
  const roots = rootOrder(agents, rootActivity(agents))
  expect(roots.slice(0, 3)).toEqual(['pinned', 'busy', 'dead'])
  expect(roots.at(-1)).toBe('stored')
})

it('keeps an order in use; what is new comes first', () => {
  expect(keptOrder(['c', 'new', 'a'], ['a', 'b', 'c'])).toEqual(['new', 'a', 'c'])
  expect(keptOrder(['c', 'a'], null)).toEqual(['c', 'a'])
})
