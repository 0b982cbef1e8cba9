import { expect, it } from 'vitest'

import { createFormulaLimit } from '../../../../src/renderer/parts/rich/formula-limit.ts'

function enterMany(count: number) {
  const limit = createFormulaLimit()
  const drawn: number[] = []
  const leave = Array.from({ length: count }, (_, index) => limit.enter(() => void drawn.push(index)))
  return { limit, drawn, leave }
}

it('draws the first 500 formulas, and 500 more with each request', () => {
  const { limit, drawn } = enterMany(1_200)
  expect(drawn).toEqual(Array.from({ length: 500 }, (_, index) => index))
  limit.raise()
  expect(drawn).toHaveLength(1_000)
  expect(limit.isReached()).toBe(true)
  limit.raise()
  expect(drawn).toEqual(Array.from({ length: 1_200 }, (_, index) => index))
  expect(limit.isReached()).toBe(false)
})

it('gives the place of a formula that leaves to the one that waits longest', () => {
  const { limit, drawn, leave } = enterMany(502)
  leave[501]?.()
  leave[0]?.()
  expect(drawn.slice(500)).toEqual([500])
  expect(limit.isReached()).toBe(false)
})

it('tells of the first formula that is not drawn, and when there is none left', () => {
  const { limit, leave } = enterMany(500)
  const reached: boolean[] = []
  limit.subscribe(() => reached.push(limit.isReached()))
  limit.enter(() => undefined)
  limit.enter(() => undefined)
  leave[0]?.()
  leave[1]?.()
  expect(reached).toEqual([true, false])
})
