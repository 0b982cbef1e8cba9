import { expect, it } from 'vitest'

import { syncedScrollTop } from '../../../src/renderer/compare/synced-scroll-top.ts'

const short = {
  scrollTop: 0,
  end: 1000,
  rows: [
    { row: 0, top: 0 },
    { row: 1, top: 400 },
  ],
}
const long = {
  scrollTop: 70,
  end: 5000,
  rows: [
    { row: 0, top: 0 },
    { row: 1, top: 2000 },
  ],
}
const at = (scrollTop: number) => syncedScrollTop({ ...short, scrollTop }, long)

it('brings the same prompt to the top', () => {
  expect(at(400)).toBe(2000)
})

it('shares the way between two prompts out in proportion', () => {
  expect([at(100), at(200), at(700)]).toEqual([500, 1000, 3500])
})

it('takes the start to the start and the end to the end', () => {
  expect([at(0), at(1000)]).toEqual([0, 5000])
})

it('leans on the ends where no prompt is in both columns', () => {
  expect(syncedScrollTop({ ...short, scrollTop: 500, rows: [] }, long)).toBe(2500)
})

it('passes over a prompt that is not asked in the other column', () => {
  const from = {
    scrollTop: 600,
    end: 1000,
    rows: [
      { row: 0, top: 0 },
      { row: 5, top: 600 },
    ],
  }
  expect(syncedScrollTop(from, long)).toBe(3000)
})

it('moves nothing that can’t be scrolled', () => {
  expect(syncedScrollTop({ ...short, end: 0, scrollTop: 0 }, { ...long, end: 0, scrollTop: 0 })).toBe(0)
})

it('stops at the end of a column whose last prompt can’t be brought to the top', () => {
  const low = { scrollTop: 0, end: 300, rows: [{ row: 1, top: 350 }] }
  expect(syncedScrollTop({ ...short, scrollTop: 400 }, low)).toBe(300)
})
