import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { describe, expect, it } from 'vitest'

import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import type { AppError, ErrorCategory } from '../../../src/shared/app-error.ts'
import type { ModelPool } from '../../../src/shared/model-pool.ts'
import { memorySettings } from '../../support/memory-settings.ts'
import { NOTHING_KNOWN } from '../../../src/main/core/models/pool-order.ts'
import {
  membersInOrder,
  cooldownAfter,
  PoolRouter,
  type PoolState,
} from '../../../src/main/core/conversation/pool-router.ts'

const CLAUDE: ModelChoice = { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'med' }
const GPT: ModelChoice = { provider: 'openai', model: 'gpt-5.5', thinkingLevel: 'high' }
const GEMINI: ModelChoice = { provider: 'google', model: 'gemini-3.8-flash', thinkingLevel: 'low' }
const FAILOVER: ModelPool = { strategy: 'failover', models: [CLAUDE, GPT, GEMINI] }
const ROUND: ModelPool = { strategy: 'round-robin', models: [CLAUDE, GPT, GEMINI] }
const SMART: ModelChoice = { ...CLAUDE, model: '@smart' }

const AGENT = 'a1'
const workOf = async () => NOTHING_KNOWN

const order = (pool: ModelPool, state: PoolState, now: number): readonly ModelChoice[] =>
  membersInOrder(pool, state, now, NOTHING_KNOWN).map(({ choice }) => choice)

const failure = (category: ErrorCategory, retryAfterMs?: number): AppError => ({
  category,
  message: '',
  retryable: false,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

/** A router whose clock stands until it is moved. `another`: the same in another process on the same database. */
function routerOf(pool: ModelPool, settings = memorySettings()) {
  const time = { now: 1_000 }
  const clock = { now: () => time.now, sleep: () => Promise.resolve() }
  const another = () => new PoolRouter({ ...DEFAULT_CONFIG, pools: { smart: pool } }, clock, settings, workOf)
  return { router: another(), another, time }
}

/** The models of a turn in which every member fails with `error`. */
async function tried(router: PoolRouter, error: AppError): Promise<readonly string[]> {
  const models: string[] = []
  for (let route = await router.route(SMART, AGENT); route !== null; route = await route.fallback(error)) {
    models.push(route.choice.model)
  }
  return models
}

describe('who is asked', () => {
  it('failover: the first, as long as it does not rest', () => {
    const state = { turns: 7, coolingUntil: { 'anthropic claude-opus-5-5/med': 500 } }
    expect(order(FAILOVER, state, 499)).toEqual([GPT, GEMINI, CLAUDE])
    expect(order(FAILOVER, state, 500)).toEqual([CLAUDE, GPT, GEMINI])
  })

  it('round-robin: another one each turn, the resting ones last', () => {
    const rest = { 'openai gpt-5.5/high': 500 }
    expect(order(ROUND, { turns: 4, coolingUntil: {} }, 0)).toEqual([GPT, GEMINI, CLAUDE])
    expect(order(ROUND, { turns: 4, coolingUntil: rest }, 0)).toEqual([GEMINI, CLAUDE, GPT])
  })

  it('the soonest rested first, when all rest', () => {
    const coolingUntil = {
      'anthropic claude-opus-5-5/med': 900,
      'openai gpt-5.5/high': 700,
      'google gemini-3.8-flash/low': 800,
    }
    expect(order(FAILOVER, { turns: 0, coolingUntil }, 0)).toEqual([GPT, GEMINI, CLAUDE])
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
  expect(cooldownAfter(failure(category))).toBe(rest)
})

it('a member rests as long as its provider says', () => {
  expect(cooldownAfter(failure('RATE_LIMIT', 90_000))).toBe(90_000)
})

describe('a turn of a pool', () => {
  it('tries each member once, and the next turn begins where nobody rests', async () => {
    const { router, time } = routerOf(FAILOVER)
    const route = await router.route(SMART, AGENT)
    expect(route?.choice).toEqual(CLAUDE)
    expect((await route?.fallback(failure('AUTH')))?.choice).toEqual(GPT)
    expect((await router.route(SMART, AGENT))?.choice).toEqual(GPT)
    time.now += 600_001
    expect((await router.route(SMART, AGENT))?.choice).toEqual(CLAUDE)
  })

  it('ends when all have failed', async () => {
    const { router } = routerOf(FAILOVER)
    expect(await tried(router, failure('OVERLOADED'))).toEqual(['claude-opus-5-5', 'gpt-5.5', 'gemini-3.8-flash'])
  })

  it('asks nobody else about what is wrong with the request', async () => {
    const { router } = routerOf(FAILOVER)
    expect(await tried(router, failure('CONTEXT_LENGTH'))).toEqual(['claude-opus-5-5'])
  })

  it('goes round', async () => {
    const { router } = routerOf(ROUND)
    expect(await turns(router, router, router, router)).toEqual([CLAUDE, GPT, GEMINI, CLAUDE])
  })

  it('goes on in another process where this one stopped', async () => {
    const { another } = routerOf(ROUND)
    expect(await turns(another(), another(), another(), another())).toEqual([CLAUDE, GPT, GEMINI, CLAUDE])
    const failover = routerOf(FAILOVER)
    await (await failover.router.route(SMART, AGENT))?.fallback(failure('RATE_LIMIT'))
    expect(await turns(failover.another())).toEqual([GPT])
    failover.time.now += 60_001
    expect(await turns(failover.another())).toEqual([CLAUDE])
  })

  it('gives no two processes the same turn', async () => {
    const { another } = routerOf(ROUND)
    const choices = await Promise.all(
      [another(), another(), another()].map(async (router) => (await router.route(SMART, AGENT))?.choice),
    )
    expect(new Set(choices)).toEqual(new Set([CLAUDE, GPT, GEMINI]))
  })

  it.each([false, true])('leaves alone in every pool what failed in one of them (no database: %s)', async (failing) => {
    const clock = { now: () => 1_000, sleep: () => Promise.resolve() }
    const others: ModelPool = { strategy: 'failover', models: [CLAUDE, GEMINI] }
    const router = new PoolRouter(
      { ...DEFAULT_CONFIG, pools: { smart: FAILOVER, others } },
      clock,
      memorySettings(failing),
      workOf,
    )
    const first = await router.route(SMART, AGENT)
    await first?.fallback(failure('AUTH'))
    expect((await router.route({ ...CLAUDE, model: '@others' }, AGENT))?.choice).toEqual(GEMINI)
  })

  it('goes round without a database too', async () => {
    const { router } = routerOf(ROUND, memorySettings(true))
    expect(await turns(router, router)).toEqual([CLAUDE, GPT])
  })
})

async function turns(...routers: readonly PoolRouter[]): Promise<readonly (ModelChoice | undefined)[]> {
  const choices: (ModelChoice | undefined)[] = []
  for (const router of routers) choices.push((await router.route(SMART, AGENT))?.choice)
  return choices
}

it('a model that is no pool is asked itself, and nobody instead', async () => {
  const { router } = routerOf(FAILOVER)
  const route = await router.route(GPT, AGENT)
  expect([route?.choice, await route?.fallback(failure('AUTH'))]).toEqual([GPT, null])
})

it('a pool that is no longer there has nobody', async () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() }
  expect(
    await new PoolRouter({ ...DEFAULT_CONFIG, pools: {} }, clock, memorySettings(), workOf).route(SMART, AGENT),
  ).toBeNull()
})
