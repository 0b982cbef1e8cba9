import { expect, it } from 'vitest'

import { estimateCost } from '../../src/shared/cost-estimate.ts'

const usage = { inputTokens: 1_000_000, outputTokens: 200_000, cachedTokens: 400_000 }

it('prices fresh input, cached input and output apart', () => {
  expect(estimateCost(usage, { input: 3, output: 15, cachedInput: 0.25 })).toBe(0.6 * 3 + 0.4 * 0.25 + 0.2 * 15)
})

it('takes cached input for fresh where its price is not known', () => {
  expect(estimateCost(usage, { input: 3, output: 15, cachedInput: null })).toBe(6)
})

it('says nothing where there is no price', () => {
  expect(estimateCost(usage, null)).toBeNull()
})
