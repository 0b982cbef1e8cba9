import { expect, it } from 'vitest'

import { createUsageRevisionStore, parseUsagePage } from '../../../src/renderer/store/usage-store.ts'
import { manualFrames } from '../support/manual-frames.ts'

it('loads once for all answers of a short time, and does not wait until no more arrive', () => {
  const delay = manualFrames()
  const store = createUsageRevisionStore(delay.schedule)
  for (let answer = 0; answer < 3; answer += 1) store.changed()
  expect([delay.waiting(), store.getState().revision]).toEqual([1, 0])
  delay.next()
  expect(store.getState().revision).toBe(1)
  store.changed()
  delay.next()
  expect(store.getState().revision).toBe(2)
})

it('reads what was saved, and nothing else', () => {
  const saved = { open: true, width: 40, period: 'month', by: 'pool' }
  expect(parseUsagePage(saved)).toEqual(saved)
  expect(parseUsagePage({ ...saved, by: 'week' })).toBeNull()
})
