import { describe, expect, it } from 'vitest'

import type { ModelChoice } from '../../../../src/shared/agent-summary.ts'
import type { AppError, ErrorCategory } from '../../../../src/shared/app-error.ts'
import type { ModelPool } from '../../../../src/shared/model-pool.ts'
import { PoolRouter } from '../../../../src/main/core/conversation/pool-router.ts'
import { membersInOrder, restAfter } from '../../../../src/main/core/conversation/routing.ts'

const CLAUDE: ModelChoice = { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'med' }
const GPT: ModelChoice = { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'high' }
const GEMINI: ModelChoice = { provider: 'google', model: 'gemini-3.8-flash', thinkingLevel: 'low' }
const FAILOVER: ModelPool = { strategy: 'failover', models: [CLAUDE, GPT, GEMINI] }
const ROUND: ModelPool = { strategy: 'round-robin', models: [CLAUDE, GPT, GEMINI] }
const SMART: ModelChoice = { ...CLAUDE, model: '@smart' }

const failure = (category: ErrorCategory, retryAfterMs?: number): AppError => ({
  category,
  message: '',
  retryable: false,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

/** A router whose clock stands until it is moved. */
function routerOf(pool: ModelPool) {
  const time = { now: 1_000 }
  const clock = { now: () => time.now, sleep: () => Promise.resolve() }
  return { router: new PoolRouter({ pools: { smart: pool } }, clock), time }
}

/** The models of a turn in which every member fails with `error`. */
function tried(router: PoolRouter, error: AppError): readonly string[] {
  const models: string[] = []
  for (let route = router.route(SMART); route !== null; route = route.instead(error)) models.push(route.choice.model)
  return models
}

describe('who is asked', () => {
  it('failover: the first, as long as it does not rest', () => {
    const state = { turns: 7, restingUntil: new Map([['anthropic claude-opus-5-5/med', 500]]) }
    expect(membersInOrder(FAILOVER, state, 499)).toEqual([GPT, GEMINI, CLAUDE])
    expect(membersInOrder(FAILOVER, state, 500)).toEqual([CLAUDE, GPT, GEMINI])
  })

  it('round-robin: another one each turn, the resting ones last', () => {
    const rest = new Map([['openai gpt-5.5/high', 500]])
    expect(membersInOrder(ROUND, { turns: 4, restingUntil: new Map() }, 0)).toEqual([GPT, GEMINI, CLAUDE])
    expect(membersInOrder(ROUND, { turns: 4, restingUntil: rest }, 0)).toEqual([GEMINI, CLAUDE, GPT])
  })

  it('the soonest rested first, when all rest', () => {
    const restingUntil = new Map([
      ['anthropic claude-opus-5-5/med', 900],
      ['openai gpt-5.5/high', 700],
      ['google gemini-3.8-flash/low', 800],
    ])
    expect(membersInOrder(FAILOVER, { turns: 0, restingUntil }, 0)).toEqual([GPT, GEMINI, CLAUDE])
  })
})

it.each<[ErrorCategory, number | null]>([
  ['AUTH', 600_000],
  ['BILLING', 600_000],
  ['NOT_FOUND', 600_000],
  ['RATE_LIMIT', 60_000],
  ['OVERLOADED', 60_000],
  ['TIMEOUT', 60_000],
  ['SERVER', 60_000],
  ['UNKNOWN', 60_000],
  ['INVALID_REQUEST', null],
  ['CONTEXT_LENGTH', null],
  ['CONTENT_FILTER', null],
  ['STORAGE', null],
  ['REFUSED', null],
])('after %s a member rests for %s ms (null: another one would fail as well)', (category, rest) => {
  expect(restAfter(failure(category))).toBe(rest)
})

it('a member rests as long as its provider says', () => {
  expect(restAfter(failure('RATE_LIMIT', 90_000))).toBe(90_000)
})

describe('a turn of a pool', () => {
  it('tries each member once, and the next turn begins where nobody rests', () => {
    const { router, time } = routerOf(FAILOVER)
    const route = router.route(SMART)
    expect(route?.choice).toEqual(CLAUDE)
    expect(route?.instead(failure('AUTH'))?.choice).toEqual(GPT)
    expect(router.route(SMART)?.choice).toEqual(GPT)
    time.now += 600_001
    expect(router.route(SMART)?.choice).toEqual(CLAUDE)
  })

  it('ends when all have failed', () => {
    const { router } = routerOf(FAILOVER)
    expect(tried(router, failure('OVERLOADED'))).toEqual(['claude-opus-5-5', 'gpt-5.5', 'gemini-3.8-flash'])
  })

  it('asks nobody else about what is wrong with the request', () => {
    const { router } = routerOf(FAILOVER)
    expect(tried(router, failure('CONTEXT_LENGTH'))).toEqual(['claude-opus-5-5'])
  })

  it('goes round', () => {
    const { router } = routerOf(ROUND)
    const models = [1, 2, 3, 4].map(() => router.route(SMART)?.choice.model)
    expect(models).toEqual(['claude-opus-5-5', 'gpt-5.5', 'gemini-3.8-flash', 'claude-opus-5-5'])
  })
})

it('a model that is no pool is asked itself, and nobody instead', () => {
  const { router } = routerOf(FAILOVER)
  const route = router.route(GPT)
  expect([route?.choice, route?.instead(failure('AUTH'))]).toEqual([GPT, null])
})

it('a pool that is no longer there has nobody', () => {
  expect(new PoolRouter({ pools: {} }, { now: () => 0, sleep: () => Promise.resolve() }).route(SMART)).toBeNull()
})
