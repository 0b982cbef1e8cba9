import { expect, it } from 'vitest'

import { findOverrun, overrunText } from '../../src/main/core/budgets/budget-policy.ts'
import type { AgentRecord } from '../../src/shared/agent-summary.ts'
import { NO_COST } from '../../src/shared/cost-sum.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'

function agent(id: string, parentId: string | null, totalTokens: number): AgentRecord {
  return {
    id,
    name: '',
    parentId,
    forkEventId: null,
    forkFromId: null,
    choice: null,
    status: 'running',
    createdAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    unreadMail: 0,
    wakeOnMail: false,
    queuedPrompts: 0,
    usage: { ...NO_TOKENS, totalTokens },
    cost: NO_COST,
  }
}

const AGENTS = [agent('parent', null, 60), agent('child', 'parent', 30), agent('other', 'parent', 20)]
const CHILD = ['child', 'parent']

it('counts an agent alone, or with all its descendants', () => {
  const own = { scope: 'agent', tokens: 100, step: 100 } as const
  const subtree = { scope: 'subtree', tokens: 100, step: 100 } as const
  expect([
    findOverrun(['parent'], AGENTS, { parent: own }),
    findOverrun(['parent'], AGENTS, { parent: subtree }),
    findOverrun(CHILD, AGENTS, { parent: own }),
    findOverrun(CHILD, AGENTS, { parent: subtree }),
    findOverrun(CHILD, AGENTS, { child: { ...own, tokens: 30 } }),
    findOverrun(CHILD, AGENTS, { other: own }),
  ]).toEqual([
    null,
    { agentId: 'parent', budget: subtree, used: 110, estimated: 0 },
    null,
    { agentId: 'parent', budget: subtree, used: 110, estimated: 0 },
    { agentId: 'child', budget: { ...own, tokens: 30 }, used: 30, estimated: 0 },
    null,
  ])
})

it('says whose budget it is', () => {
  const budget = { scope: 'subtree', tokens: 1_000, step: 1_000 } as const
  expect(overrunText({ agentId: '12345678-x', budget, used: 1_234, estimated: 0 })).toBe(
    '1,234 tokens used, of a budget of 1,000 tokens for 123456 and its descendants',
  )
})

it('counts what was estimated, and says how much of it is', () => {
  const budget = { scope: 'subtree', tokens: 100, step: 100 } as const
  const [parent, child, ...others] = AGENTS
  if (parent === undefined || child === undefined) throw new Error('There are three')
  const overrun = findOverrun(CHILD, [parent, { ...child, estimatedTokens: 25 }, ...others], { parent: budget })
  expect(overrun).toEqual({ agentId: 'parent', budget, used: 135, estimated: 25 })
  expect(overrunText({ agentId: 'parent', budget, used: 135, estimated: 25 })).toContain(
    '135 tokens used (25 tokens of them estimated: no usage was reported), of a budget of 100 tokens',
  )
})
