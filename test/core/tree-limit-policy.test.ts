import { expect, it } from 'vitest'

import { findReachedLimit, limitInForce } from '../../src/main/core/budgets/tree-limit-policy.ts'

const LIMITS = {
  maxAgentDepth: 2,
  maxChildrenPerTurn: 3,
  maxRunningTurns: 4,
  maxAgentsMade: 5,
  maxTurnsWithoutUser: 6,
  maxRequestsSent: 7,
}

it.each([
  [{ maxAgentDepth: 2, maxChildrenPerTurn: 3, maxRunningTurns: 4, maxAgentsMade: 5, maxTurnsWithoutUser: 6 }, null],
  [{ maxAgentDepth: 3, maxChildrenPerTurn: 1 }, 'maxAgentDepth'],
  [{ maxAgentDepth: 1, maxChildrenPerTurn: 4 }, 'maxChildrenPerTurn'],
  [{ maxAgentDepth: 1, maxRunningTurns: 5 }, 'maxRunningTurns'],
  [{ maxAgentDepth: 1, maxAgentsMade: 6 }, 'maxAgentsMade'],
  [{ maxAgentsMade: 5, maxTurnsWithoutUser: 7 }, 'maxTurnsWithoutUser'],
  [{ maxTurnsWithoutUser: 6 }, null],
  [{ maxRequestsSent: 7 }, null],
  [{ maxRequestsSent: 8 }, 'maxRequestsSent'],
  [{}, null],
] as const)('%j: %s', (situation, limit) => {
  expect(findReachedLimit(situation, (name) => LIMITS[name])?.limit ?? null).toBe(limit)
})

it('names what has reached the limit, and its key', () => {
  expect(findReachedLimit({ maxRequestsSent: 8 }, (name) => LIMITS[name])?.text).toBe(
    'Requests sent in this tree since a user last acted in it: 7; the limit is 7 (max_requests_sent in config.json).',
  )
})

it.each([
  [{}, 7],
  [{ maxRequestsSent: 7 }, 14],
  [{ maxRequestsSent: null }, Number.POSITIVE_INFINITY],
  [{ maxAgentsMade: null }, 7],
] as const)('raised by %j: %d', (raised, limit) => {
  expect(limitInForce('maxRequestsSent', LIMITS, raised)).toBe(limit)
})
