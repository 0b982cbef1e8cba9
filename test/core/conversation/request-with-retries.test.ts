import { describe, expect, it } from 'vitest'

import { decideRetry } from '../../../src/main/core/conversation/request-with-retries.ts'
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
