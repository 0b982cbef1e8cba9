import { describe, expect, it } from 'vitest'

import {
  decideRetry,
  requestWithRetries,
  RetryPause,
} from '../../../src/main/core/conversation/request-with-retries.ts'
import type { ModelResponse } from '../../../src/main/core/conversation/model-response.ts'
import type { AppError, ErrorCategory } from '../../../src/shared/app-error.ts'

const error = (category: ErrorCategory, more: Partial<AppError> = {}): AppError => ({
  category,
  message: 'no',
  retryable: true,
  ...more,
})

/** The delays of all retries with a jitter of nothing, until it gives up. */
function delays(failure: AppError): readonly number[] {
  const waits: number[] = []
  for (let attempt = 1; ; attempt++) {
    const waited = waits.reduce((sum, wait) => sum + wait, 0)
    const decision = decideRetry(failure, attempt, waited, 0.5)
    if (decision.type === 'give_up') return waits
    waits.push(decision.delayMs)
  }
}

describe('retries', () => {
  it.each([
    ['RATE_LIMIT', [1_000, 2_000, 4_000]],
    ['OVERLOADED', [1_000, 2_000, 4_000]],
    ['TIMEOUT', [0]],
    ['SERVER', [1_000, 2_000]],
    ['AUTH', []],
    ['BILLING', []],
    ['INVALID_REQUEST', []],
    ['CONTEXT_LENGTH', []],
    ['CONTENT_FILTER', []],
    ['NOT_FOUND', []],
    ['UNKNOWN', []],
  ] as const)('%s waits %j', (category, expected) => {
    expect(delays(error(category))).toEqual(expected)
  })

  it('follows the provider that says how long to wait, up to a minute in all', () => {
    expect(delays(error('RATE_LIMIT', { retryAfterMs: 25_000 }))).toEqual([25_000, 25_000])
    expect(delays(error('RATE_LIMIT', { retryAfterMs: 61_000 }))).toEqual([])
  })

  it('never tries again what is not retryable', () => {
    expect(delays(error('SERVER', { retryable: false }))).toEqual([])
  })

  it('spreads the agents that failed together', () => {
    const at = (random: number) => decideRetry(error('SERVER'), 1, 0, random)
    expect([at(0), at(0.999_999)]).toEqual([
      { type: 'retry', delayMs: 800 },
      { type: 'retry', delayMs: 1_200 },
    ])
  })
})

describe('waiting for a server', () => {
  const failed = (failure: AppError): ModelResponse => ({
    type: 'failed',
    error: failure,
    events: [],
    firstDeltaMs: null,
    durationMs: 10,
    thinkingMs: null,
  })
  const answered: ModelResponse = {
    type: 'answered',
    done: { type: 'done', finishReason: 'STOP', model: 'm', usage: null },
    events: [],
    firstDeltaMs: 1,
    durationMs: 1,
    thinkingMs: null,
  }

  /** Plays the responses one after the other, the last one for ever. The clock passes by itself. */
  async function played(
    responses: readonly ModelResponse[],
    controller = new AbortController(),
    stopAfter = Number.POSITIVE_INFINITY,
  ) {
    let now = 0
    let asked = 0
    const notices: string[] = []
    const request = () => Promise.resolve(responses[Math.min(asked++, responses.length - 1)] ?? answered)
    const sleep = (ms: number) => {
      now += ms
      return Promise.resolve()
    }
    const response = await requestWithRetries(request, {
      clock: { now: () => now, sleep },
      ids: { random: () => 0.5, toolCallId: () => '', uuid: () => '' },
      signal: controller.signal,
      retryPause: new RetryPause(),
      onRetry: ({ error: { category } }) => {
        notices.push(category)
        if (notices.length >= stopAfter) controller.abort()
      },
    })
    return { response, asked, now, notices }
  }

  const loading = error('LOADING', { waitLimitMs: 900_000, message: 'Loading model' })

  it('asks again as long as it loads, and other failures keep their attempts', async () => {
    const many = Array.from({ length: 50 }, () => failed(loading))
    const down = failed(error('SERVER'))
    expect((await played([...many, down, down, answered])).response.type).toBe('answered')
    const lost = await played([...many, down, down, down])
    expect(lost.response).toMatchObject({ type: 'failed', error: { category: 'SERVER' } })
  })

  it('ends at the limit, and says how long it has waited', async () => {
    const { response, now } = await played([failed(loading)])
    const message = 'Loading model. It was not ready after 15 minutes.'
    expect(response).toMatchObject({ type: 'failed', error: { message } })
    expect(now).toBeGreaterThan(880_000)
    expect(now).toBeLessThanOrEqual(900_000)
  })

  it('can be cancelled', async () => {
    const { response, asked } = await played([failed(loading)], new AbortController(), 7)
    expect([response.type, asked]).toEqual(['cancelled', 7])
  })

  it.each([
    [61_000, 'no. It asks to try again in 61 seconds.'],
    [3_600_000, 'no. It asks to try again in 60 minutes.'],
    [86_400_000, 'no. It asks to try again in 24 hours.'],
    [604_800_000, 'no. It asks to try again in 7 days.'],
  ])('says when to try again after a rate limit that asks for %i ms', async (retryAfterMs, message) => {
    const { response, asked } = await played([failed(error('RATE_LIMIT', { retryAfterMs }))])
    expect(response).toMatchObject({ error: { message } })
    expect(asked).toBe(1)
  })
})
