import { expect, it } from 'vitest'

import { budgetsInForce, extendedBudget, parseBudgets } from '../../src/shared/budget.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'

const agent = (id: string, parentId: string | null, totalTokens: number) => ({
  id,
  parentId,
  usage: { ...NO_TOKENS, totalTokens },
  cost: { usd: totalTokens / 100, unpriced: 1, partial: 0 },
})
const AGENTS = [
  agent('root', null, 1),
  agent('child', 'root', 20),
  agent('leaf', 'child', 300),
  agent('other', 'root', 4000),
]
const own = { scope: 'agent', tokens: 10, step: 10 } as const
const subtree = { scope: 'subtree', tokens: 10, step: 10 } as const

it('counts an own budget for its agent alone, and budgets of subtrees above it, the nearest first', () => {
  const lineage = ['leaf', 'child', 'root']
  expect(budgetsInForce(lineage, AGENTS, { leaf: own, child: subtree, root: subtree, other: subtree })).toEqual([
    { agentId: 'leaf', budget: own, used: 300, estimated: 0, unpriced: 0 },
    { agentId: 'child', budget: subtree, used: 320, estimated: 0, unpriced: 0 },
    { agentId: 'root', budget: subtree, used: 4321, estimated: 0, unpriced: 0 },
  ])
  expect(budgetsInForce(lineage, AGENTS, { child: own, root: own })).toEqual([])
  expect(budgetsInForce(['child', 'root'], AGENTS, { leaf: subtree, child: own })).toEqual([
    { agentId: 'child', budget: own, used: 20, estimated: 0, unpriced: 0 },
  ])
})

it('counts dollars for a budget in dollars, and the answers without a known price', () => {
  const budget = { scope: 'subtree', usd: 5, step: 1 } as const
  expect(budgetsInForce(['child', 'root'], AGENTS, { child: budget })).toEqual([
    { agentId: 'child', budget, used: 3.2, estimated: 0, unpriced: 2 },
  ])
})

it('reads budgets stored before there were dollars, and refuses what is no amount', () => {
  const dollars = { scope: 'agent', usd: 2.5, step: 2.5 }
  expect(parseBudgets({ a: own, b: dollars })).toEqual({ a: own, b: dollars })
  for (const usd of [0, -1, Infinity, Number.NaN, '3', 1e9, null])
    expect(parseBudgets({ a: { ...dollars, usd } })).toBeNull()
})

it('grows by its step in its own unit', () => {
  expect(extendedBudget(own)).toEqual({ ...own, tokens: 20 })
  expect(extendedBudget({ scope: 'agent', usd: 1, step: 0.5 })).toEqual({ scope: 'agent', usd: 1.5, step: 0.5 })
})
