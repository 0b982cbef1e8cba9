import { expect, it } from 'vitest'

import { cacheStateAt, cacheText, untilNextState } from '../../../src/renderer/pane/cache-clock.ts'

const MINUTE = 60_000
const NOON = new Date(2026, 10, 22, 12).getTime()
const warm = { cache: 'warm', warmUntil: NOON + 5 * MINUTE } as const

it('is warm, ends in the last minute, and is cold after it', () => {
  const at = [0, 4 * MINUTE - 1, 4 * MINUTE, 5 * MINUTE - 1, 5 * MINUTE]
  expect(at.map((ms) => cacheStateAt(warm, NOON + ms))).toEqual(['warm', 'warm', 'ending', 'ending', 'cold'])
  expect(at.map((ms) => untilNextState(warm, NOON + ms))).toEqual([4 * MINUTE, 1, MINUTE, 1, null])
})

it('says until when the entry is kept and how long that is', () => {
  expect(cacheText(warm, NOON + 50_000)).toBe('warm until 12:05 (4:10)')
  expect(cacheText({ ...warm, warmUntil: NOON + 61 * MINUTE }, NOON)).toBe('warm until 13:01 (1:01:00)')
  expect(cacheText(warm, NOON + 5 * MINUTE)).toBe('cold')
})

it('promises nothing where no lifetime is documented or nothing is cached', () => {
  expect(cacheText({ cache: 'maybe', warmUntil: null }, NOON)).toBe('may still be warm')
  expect(cacheText({ cache: 'cold', warmUntil: null }, NOON)).toBe('nothing cached')
  expect(untilNextState({ cache: 'maybe', warmUntil: null }, NOON)).toBeNull()
})
