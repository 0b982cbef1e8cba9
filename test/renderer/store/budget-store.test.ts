import { expect, it } from 'vitest'

import { nearLimitMessages } from '../../../src/renderer/store/budget-store.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const cost = (usd: number) => ({ usd, unpriced: 0, partial: 0 })

/** A root and its child that have cost so much. */
function tree(root: number, child: number) {
  const agents = [
    agentSummary({ id: 'root', name: 'Plan', cost: cost(root) }),
    agentSummary({ id: 'child', name: '', parentId: 'root', cost: cost(child) }),
  ]
  return new Map(agents.map((agent) => [agent.id, agent]))
}

const budgets = { root: { scope: 'subtree', usd: 1, step: 1 } } as const

it('tells once that a budget is nearly used up: when it crosses 80 %', () => {
  const told = (before: ReturnType<typeof tree>, after: ReturnType<typeof tree>) =>
    nearLimitMessages(budgets, before, after)
  expect(told(tree(0.5, 0.2), tree(0.5, 0.29))).toEqual([])
  expect(told(tree(0.5, 0.2), tree(0.5, 0.35))).toEqual(['“Plan” has used 85 % of its budget.'])
  expect(told(tree(0.5, 0.35), tree(0.6, 0.35))).toEqual([])
  expect(told(new Map(), tree(0.9, 0.35))).toEqual([])
  expect(nearLimitMessages({}, tree(0, 0), tree(5, 5))).toEqual([])
})
