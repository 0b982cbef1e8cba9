import { expect, it } from 'vitest'

import { countIds, joinRanges, rangesOfIds, rangesText, withoutRanges } from '../../src/shared/id-ranges.ts'
import { seededRandom } from '../support/seeded-random.ts'

it('agrees with sets of ids', () => {
  const random = seededRandom(7)
  const someIds = (): number[] => Array.from({ length: 40 }, (_, index) => index + 1).filter(() => random() < 0.5)
  for (let round = 0; round < 500; round++) {
    const [all, removed] = [someIds(), someIds()]
    const left = all.filter((id) => !removed.includes(id))
    expect(withoutRanges(rangesOfIds(all), rangesOfIds(removed))).toEqual(rangesOfIds(left))
    expect(countIds(rangesOfIds(all))).toBe(all.length)
    expect(joinRanges([...rangesOfIds(removed), ...rangesOfIds(all)])).toEqual(rangesOfIds([...all, ...removed]))
  }
})

it('joins neighbours, and shows the first ranges', () => {
  expect(joinRanges([[5, 6], [1, 2], [3, 4], [9, 9]])).toEqual([[1, 6], [9, 9]]) // prettier-ignore
  expect(rangesText([[1, 6], [9, 9]])).toBe('1–6, 9') // prettier-ignore
  expect(rangesText(rangesOfIds([1, 3, 5, 7, 9, 11]))).toBe('1, 3, 5, 7, 9, …')
})
