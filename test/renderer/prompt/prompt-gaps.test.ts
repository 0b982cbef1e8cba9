import { expect, it } from 'vitest'

import { gapFrom, hasGap } from '../../../src/renderer/prompt/prompt-gaps.ts'
import { GAP } from '../../../src/renderer/text/gap.ts'

const TEXT = `Compare ${GAP} with ${GAP}.`
const FIRST = TEXT.indexOf(GAP)
const SECOND = TEXT.lastIndexOf(GAP)
const range = (start: number) => ({ start, end: start + GAP.length })

it('goes from gap to gap in both directions, and out of the text at its ends', () => {
  expect(gapFrom(TEXT, 0, 1)).toEqual(range(FIRST))
  expect(gapFrom(TEXT, FIRST + GAP.length, 1)).toEqual(range(SECOND))
  expect(gapFrom(TEXT, SECOND + GAP.length, 1)).toBeNull()
  expect(gapFrom(TEXT, SECOND, -1)).toEqual(range(FIRST))
  expect(gapFrom(TEXT, FIRST, -1)).toBeNull()
  expect(gapFrom(GAP, GAP.length, -1)).toEqual(range(0))
  expect(gapFrom(TEXT, 0, -1)).toBeNull()
})

it('takes dots that somebody writes for no gap, nor what was pasted', () => {
  expect(hasGap({ text: TEXT, asText: false })).toBe(true)
  expect(hasGap({ text: 'Well … I wonder […] ...', asText: false })).toBe(false)
  expect(hasGap({ text: TEXT, asText: true })).toBe(false)
})
