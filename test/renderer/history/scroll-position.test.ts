import { expect, it } from 'vitest'

import { followsEnd } from '../../../src/renderer/history/scroll-position.ts'

const view = (scrollTop: number, scrollHeight = 1000) => ({ scrollTop, scrollHeight, clientHeight: 400 })

it('follows the end while the reader is there, also when the end moves away by itself', () => {
  expect(followsEnd({ following: false, scrollTop: 0 }, view(600))).toBe(true)
  expect(followsEnd({ following: true, scrollTop: 600 }, view(600, 1200))).toBe(true)
})

it('lets go when the reader scrolls up, and not before he is back', () => {
  expect(followsEnd({ following: true, scrollTop: 600 }, view(500))).toBe(false)
  expect(followsEnd({ following: false, scrollTop: 500 }, view(550))).toBe(false)
})
