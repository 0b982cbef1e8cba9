import { expect, it } from 'vitest'

import { nextNeedingAttention } from '../../../src/renderer/commands/related-agents.ts'
import { NO_DISMISSALS } from '../../../src/renderer/store/inbox-items.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const FAILED = { type: 'failed', error: { category: 'AUTH', message: 'no', retryable: false } } as const
const agents = new Map(
  [
    agentSummary({ id: 'a', activity: FAILED }),
    agentSummary({ id: 'b', activity: { type: 'needs_approval' } }),
    agentSummary({ id: 'c', activity: FAILED }),
    agentSummary({ id: 'd', activity: { type: 'needs_approval' } }),
  ].map((agent) => [agent.id, agent]),
)
const asks = (agentId: string, askedAt: number) => ({ agentId, askedAt })

it('goes to the oldest open question before any failure, then to the next one', () => {
  const questions = [asks('b', 30), asks('d', 10), asks('d', 40), asks('gone', 1)]
  expect(nextNeedingAttention(agents, null, questions, NO_DISMISSALS)).toBe('d')
  expect(nextNeedingAttention(agents, 'a', questions, NO_DISMISSALS)).toBe('d')
  expect(nextNeedingAttention(agents, 'd', questions, NO_DISMISSALS)).toBe('b')
  expect(nextNeedingAttention(agents, 'b', questions, NO_DISMISSALS)).toBe('d')
})

it('goes through interrupted agents, then failed ones, oldest first and without dismissed ones', () => {
  expect(nextNeedingAttention(agents, 'a', [], NO_DISMISSALS)).toBe('c')
  expect(nextNeedingAttention(agents, 'c', [], NO_DISMISSALS)).toBe('a')
  const stopped = new Map(
    [
      agentSummary({ id: 'a', activity: FAILED, unfinished: { type: 'failed', eventId: 9 } }),
      agentSummary({ id: 'b', activity: FAILED, unfinished: { type: 'failed', eventId: 5 } }),
      agentSummary({ id: 'c', unfinished: { type: 'interrupted', eventId: 7 } }),
    ].map((agent) => [agent.id, agent]),
  )
  const path = (from: string | null) => nextNeedingAttention(stopped, from, [], NO_DISMISSALS)
  expect([path(null), path('c'), path('b'), path('a')]).toEqual(['c', 'b', 'a', 'c'])
  expect(nextNeedingAttention(stopped, 'c', [], { events: { b: 5, a: 8 } })).toBe('a')
  expect(nextNeedingAttention(new Map(), null, [], NO_DISMISSALS)).toBeNull()
})
