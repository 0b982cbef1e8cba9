import { describe, expect, it } from 'vitest'

import { dayLimitText, findOverrun, overrunText, UNKNOWN_USE } from '../../src/main/core/budgets/budget-policy.ts'
import type { AgentRecord } from '../../src/shared/agent-summary.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'
import { agentRecord } from '../support/agent-summary.ts'

function agent(id: string, parentId: string | null, totalTokens: number): AgentRecord {
  return agentRecord({ id, parentId, usage: { ...NO_TOKENS, totalTokens } })
}

const AGENTS = [agent('parent', null, 60), agent('child', 'parent', 30), agent('other', 'parent', 20)]
const CHILD = ['child', 'parent']

it('counts an agent alone, or with all its descendants', () => {
  const own = { scope: 'agent', tokens: 100, step: 100 } as const
  const subtree = { scope: 'subtree', tokens: 100, step: 100 } as const
  expect([
    findOverrun(['parent'], AGENTS, { parent: own }, UNKNOWN_USE),
    findOverrun(['parent'], AGENTS, { parent: subtree }, UNKNOWN_USE),
    findOverrun(CHILD, AGENTS, { parent: own }, UNKNOWN_USE),
    findOverrun(CHILD, AGENTS, { parent: subtree }, UNKNOWN_USE),
    findOverrun(CHILD, AGENTS, { child: { ...own, tokens: 30 } }, UNKNOWN_USE),
    findOverrun(CHILD, AGENTS, { other: own }, UNKNOWN_USE),
  ]).toEqual([
    null,
    { agentId: 'parent', budget: subtree, used: 110, estimated: 0, unpriced: 0 },
    null,
    { agentId: 'parent', budget: subtree, used: 110, estimated: 0, unpriced: 0 },
    { agentId: 'child', budget: { ...own, tokens: 30 }, used: 30, estimated: 0, unpriced: 0 },
    null,
  ])
})

it('says whose budget it is', () => {
  const budget = { scope: 'subtree', tokens: 1_000, step: 1_000 } as const
  expect(overrunText({ agentId: '12345678-x', budget, used: 1_234, estimated: 0, unpriced: 0 }, UNKNOWN_USE)).toBe(
    '1,234 tokens used, of a budget of 1,000 tokens for 123456 and its descendants',
  )
})

it('counts what was estimated, and says how much of it is', () => {
  const budget = { scope: 'subtree', tokens: 100, step: 100 } as const
  const [parent, child, ...others] = AGENTS
  if (parent === undefined || child === undefined) throw new Error('There are three')
  const overrun = findOverrun(
    CHILD,
    [parent, { ...child, estimatedTokens: 25 }, ...others],
    { parent: budget },
    UNKNOWN_USE,
  )
  expect(overrun).toEqual({ agentId: 'parent', budget, used: 135, estimated: 25, unpriced: 0 })
  expect(overrunText({ agentId: 'parent', budget, used: 135, estimated: 25, unpriced: 0 }, UNKNOWN_USE)).toContain(
    '135 tokens used (25 tokens of them estimated: no usage was reported), of a budget of 100 tokens',
  )
})

it('in tokens holds the request that would exceed it, as far as its size is known', () => {
  const budget = { scope: 'subtree', tokens: 150, step: 50 } as const
  // The price of the next request does not count against tokens.
  const over = (tokens: number | null) => findOverrun(CHILD, AGENTS, { parent: budget }, { tokens, usd: 1_000 })
  const use = { agentId: 'parent', budget, used: 110, estimated: 0, unpriced: 0 }
  expect([over(null), over(40), over(41)]).toEqual([null, null, use])
  expect(overrunText(use, { tokens: 41, usd: 1_000 })).toBe(
    '110 tokens used, of a budget of 150 tokens for parent and its descendants; the next request is estimated at 41 tokens',
  )
})

describe('a budget in dollars', () => {
  const budget = { scope: 'subtree', usd: 0.1, step: 1 } as const
  /** The tokens of the next request do not count against dollars. */
  const next = (usd: number | null) => ({ usd, tokens: 1_000_000 })
  const priced = AGENTS.map((one, index) => ({ ...one, cost: { usd: 0.02, unpriced: index, partial: 0 } }))

  it('holds the request that would exceed it, and counts what has no known price', () => {
    const over = { agentId: 'parent', budget, used: 0.06, estimated: 0, unpriced: 3 }
    expect([
      findOverrun(CHILD, priced, { parent: budget }, next(0.03)),
      findOverrun(CHILD, priced, { parent: budget }, UNKNOWN_USE),
      findOverrun(CHILD, priced, { parent: budget }, next(0.05)),
      findOverrun(CHILD, priced, { child: { ...budget, usd: 0.02 } }, UNKNOWN_USE)?.agentId,
      findOverrun(CHILD, priced, { parent: { ...budget, scope: 'agent' } }, next(10)),
    ]).toEqual([null, null, over, 'child', null])
  })

  it('says what it has, what comes, and what is not known', () => {
    const use = { agentId: '12345678-x', budget, used: 0.06, estimated: 0 }
    expect(overrunText({ ...use, unpriced: 2 }, next(0.05))).toBe(
      'at least $0.06 used, of a budget of $0.10 for 123456 and its descendants; the next request is estimated at $0.05; 2 answers have no known price',
    )
    expect(overrunText({ ...use, unpriced: 0 }, next(null))).toBe(
      '$0.06 used, of a budget of $0.10 for 123456 and its descendants; the price of the next request is not known',
    )
    expect(dayLimitText({ cost: { usd: 4.1, unpriced: 0, partial: 1 }, limit: 5 }, 'day', 1)).toBe(
      'at least $4.10 used, of the limit of $5.00 for today (max_cost_per_day in config.json); the next request is estimated at $1.00; 1 answer has no known price',
    )
  })
})
