import { expect, it } from 'vitest'

import { budgetsInForce } from '../../src/shared/budget.ts'
import { NO_TOKENS } from '../../src/shared/usage.ts'

const agent = (id: string, parentId: string | null, totalTokens: number) => ({
  id,
  parentId,
  usage: { ...NO_TOKENS, totalTokens },
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
    { agentId: 'leaf', budget: own, used: 300, estimated: 0 },
    { agentId: 'child', budget: subtree, used: 320, estimated: 0 },
    { agentId: 'root', budget: subtree, used: 4321, estimated: 0 },
  ])
  expect(budgetsInForce(lineage, AGENTS, { child: own, root: own })).toEqual([])
  expect(budgetsInForce(['child', 'root'], AGENTS, { leaf: subtree, child: own })).toEqual([
    { agentId: 'child', budget: own, used: 20, estimated: 0 },
  ])
})
