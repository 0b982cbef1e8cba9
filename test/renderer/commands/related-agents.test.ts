import { expect, it } from 'vitest'

import { nextNeedingAttention, nextUnread } from '../../../src/renderer/commands/related-agents.ts'
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
const asks = (id: string, agentId: string, askedAt: number, callId = id) => ({ id, agentId, callId, askedAt })
const at = (agentId: string | null, questionId: string | null = null) => ({ agentId, questionId })

it('goes through the questions of one agent before those of the next, in the order in which agents asked', () => {
  const questions = [
    asks('b1', 'b', 30),
    asks('d1', 'd', 10),
    asks('d2', 'd', 40),
    asks('d1 again', 'd', 50, 'd1'),
    asks('gone', 'gone', 1),
  ]
  const next = (from: ReturnType<typeof at>) => nextNeedingAttention(agents, from, questions, NO_DISMISSALS)?.questionId
  expect([at(null), at('a'), at('b'), at('d')].map(next)).toEqual(['d1', 'd1', 'b1', 'd1'])
  expect([at('d', 'd1'), at('d', 'd2'), at('b', 'b1'), at('b', 'answered')].map(next)).toEqual(['d2', 'b1', 'd1', 'b1'])
})

it('goes through interrupted agents, then failed ones, oldest first and without dismissed ones', () => {
  expect(nextNeedingAttention(agents, at('a'), [], NO_DISMISSALS)).toEqual(at('c'))
  expect(nextNeedingAttention(agents, at('c'), [], NO_DISMISSALS)).toEqual(at('a'))
  const stopped = new Map(
    [
      agentSummary({ id: 'a', activity: FAILED, unfinished: { type: 'failed', eventId: 9 } }),
      agentSummary({ id: 'b', activity: FAILED, unfinished: { type: 'failed', eventId: 5 } }),
      agentSummary({ id: 'c', unfinished: { type: 'interrupted', eventId: 7 } }),
    ].map((agent) => [agent.id, agent]),
  )
  const path = (from: string | null) => nextNeedingAttention(stopped, at(from), [], NO_DISMISSALS)?.agentId
  expect([path(null), path('c'), path('b'), path('a')]).toEqual(['c', 'b', 'a', 'c'])
  expect(nextNeedingAttention(stopped, at('c'), [], { events: { b: 5, a: 8 } })).toEqual(at('a'))
  expect(nextNeedingAttention(new Map(), at(null), [], NO_DISMISSALS)).toBeNull()
})

it('goes through unread results, the oldest first, and from the newest to the oldest', () => {
  const answered = new Map(
    [
      agentSummary({ id: 'a', lastMessageId: 9 }),
      agentSummary({ id: 'b', lastMessageId: 5 }),
      agentSummary({ id: 'c', lastMessageId: 7 }),
      agentSummary({ id: 'read', lastMessageId: 6 }),
      agentSummary({ id: 'went on', lastMessageId: 12 }),
      agentSummary({ id: 'killed', lastMessageId: 3, status: 'killed' }),
    ].map((agent) => [agent.id, agent]),
  )
  const unread = { events: { a: 9, b: 5, c: 7, 'went on': 11, killed: 3 } }
  const next = (from: string | null) => nextUnread(answered, from, unread)
  expect([null, 'b', 'c', 'a', 'read'].map(next)).toEqual(['b', 'c', 'a', 'b', 'b'])
  expect(nextUnread(answered, null, { events: {} })).toBeNull()
})
