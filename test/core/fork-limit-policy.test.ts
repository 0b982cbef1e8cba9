import { expect, it } from 'vitest'

import { findReachedLimit } from '../../src/main/core/budgets/fork-limit-policy.ts'

const LIMITS = { maxAgentDepth: 2, maxChildrenPerTurn: 3, maxRunningTurns: 4 }

it.each([
  [{ depth: 2, children: 2, running: 3 }, null],
  [{ depth: 3, children: 0, running: 0 }, 'maxAgentDepth'],
  [{ depth: 1, children: 3, running: 0 }, 'maxChildrenPerTurn'],
  [{ depth: 1, children: 0, running: 4 }, 'maxRunningTurns'],
] as const)('%j: %s', (situation, limit) => {
  expect(findReachedLimit(situation, LIMITS)?.limit ?? null).toBe(limit)
})
