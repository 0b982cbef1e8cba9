import { describe, expect, it } from 'vitest'

import { drawnSize, isDrawable, placeRatio } from '../../../../src/renderer/parts/rich/pdf-requests.ts'
import { pageAtLine } from '../../../../src/renderer/parts/rich/use-page-place.ts'

const A4 = { width: 595, height: 842 }

describe('the size of a drawn page', () => {
  it('has the width of its place', () => {
    expect(drawnSize(A4, 1_190)).toEqual({ width: 1_190, height: 1_684, scale: 2 })
  })

  it.each([
    ['a page of the size of a wall', { width: 1e9, height: 1e9 }, 1_000],
    ['a strip', { width: 1, height: 1e9 }, 1_000],
    ['a wide strip', { width: 1e9, height: 1 }, 1_000],
    ['a place of any width', A4, 1e9],
    ['a place without a width', A4, 0],
  ])('is at most 12 million pixels, 8,192 a side, and at least one, for %s', (_, size, wanted) => {
    const { width, height } = drawnSize(size, wanted)
    expect(width * height).toBeLessThan(12_010_000)
    expect(Math.max(width, height)).toBeLessThanOrEqual(8_192)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
  })

  it('is known only for a page that has one', () => {
    const sizes = [0, -1, NaN, Infinity].map((width) => isDrawable({ width, height: 842 }))
    expect([isDrawable(A4), ...sizes]).toEqual([true, false, false, false, false])
  })

  it('never makes its place higher than ten times its width', () => {
    expect(
      [
        { width: 1, height: 1e9 },
        { width: 1e9, height: 1 },
        { width: 2, height: 1 },
      ].map(placeRatio),
    ).toEqual([0.1, 10, 2])
  })
})

describe('the page at a line of the view', () => {
  const tops = [0, 100, 250, 400]
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [399, 3],
    [5_000, 4],
  ])('at %d pixels is page %d', (line, page) => {
    expect(pageAtLine(tops.length, (index) => tops[index] ?? Infinity, line)).toBe(page)
  })

  it('is the first of none', () => {
    expect(pageAtLine(0, () => Infinity, 100)).toBe(1)
  })
})
