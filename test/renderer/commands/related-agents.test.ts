import { expect, it } from 'vitest'

import { nextNeedingAttention } from '../../../src/renderer/commands/related-agents.ts'
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
  expect(nextNeedingAttention(agents, null, questions)).toBe('d')
  expect(nextNeedingAttention(agents, 'a', questions)).toBe('d')
  expect(nextNeedingAttention(agents, 'd', questions)).toBe('b')
  expect(nextNeedingAttention(agents, 'b', questions)).toBe('d')
})

it('goes through the failures in the order of the tree where nothing is asked', () => {
  expect(nextNeedingAttention(agents, 'a', [])).toBe('c')
  expect(nextNeedingAttention(agents, 'c', [])).toBe('a')
  expect(nextNeedingAttention(new Map(), null, [])).toBeNull()
})
