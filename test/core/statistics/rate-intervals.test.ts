import { describe, expect, it } from 'vitest'

import type { RateInterval } from '../../../src/shared/evaluation.ts'
import {
  binomialAtMost,
  exactInterval,
  signTest,
  wilsonInterval,
} from '../../../src/main/core/statistics/rate-intervals.ts'

const rounded = (interval: RateInterval | null) => interval && [interval.low.toFixed(4), interval.high.toFixed(4)]

/** The probability that the interval of a sample contains the true rate, exactly. */
function coverage(trials: number, rate: number, intervalOf: (successes: number) => RateInterval | null): number {
  let sum = 0
  for (let successes = 0; successes <= trials; successes++) {
    const { low, high } = intervalOf(successes) ?? { low: 1, high: 0 }
    if (low > rate || rate > high) continue
    sum += binomialAtMost(successes, trials, rate) - binomialAtMost(successes - 1, trials, rate)
  }
  return sum
}

const RATES = Array.from({ length: 199 }, (_, index) => (index + 1) / 200)

describe('intervals of a rate', () => {
  it('have the values of published tables', () => {
    expect(rounded(exactInterval(4, 20, 0.95))).toEqual(['0.0573', '0.4366'])
    expect(rounded(exactInterval(5, 10, 0.95))).toEqual(['0.1871', '0.8129'])
    expect(rounded(exactInterval(0, 10, 0.95))).toEqual(['0.0000', '0.3085'])
    expect(rounded(exactInterval(10, 10, 0.95))).toEqual(['0.6915', '1.0000'])
    expect(rounded(wilsonInterval(4, 20))).toEqual(['0.0807', '0.4160'])
    expect(rounded(wilsonInterval(0, 10))).toEqual(['0.0000', '0.2775'])
    expect(rounded(wilsonInterval(10, 10))).toEqual(['0.7225', '1.0000'])
    expect([exactInterval(0, 0, 0.95), wilsonInterval(0, 0)]).toEqual([null, null])
  })

  it('contain the true rate as often as promised if they are exact, and not always if they are Wilson’s', () => {
    const confidence = 1 - 0.05 / 3
    const exact = Array.from({ length: 91 }, (_, successes) => exactInterval(successes, 90, confidence))
    const worst = Math.min(...RATES.map((rate) => coverage(90, rate, (successes) => exact[successes] ?? null)))
    expect(worst).toBeGreaterThanOrEqual(confidence)
    const worstOfWilson = Math.min(...RATES.map((rate) => coverage(90, rate, (k) => wilsonInterval(k, 90))))
    expect(worstOfWilson).toBeLessThan(0.95)
  })
})

it('the sign test has the values of the binomial table', () => {
  expect([signTest(8, 2), signTest(1, 9), signTest(5, 5), signTest(0, 0)]).toEqual([
    expect.closeTo(0.109375),
    expect.closeTo(0.021484375),
    1,
    1,
  ])
})
