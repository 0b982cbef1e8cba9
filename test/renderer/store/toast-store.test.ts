import { expect, it } from 'vitest'

import { createToasts } from '../../../src/renderer/store/toast-store.ts'

it('keeps the newest few, and lets each go by itself', () => {
  const ends: (() => void)[] = []
  const toasts = createToasts((end) => {
    ends.push(end)
    return () => undefined
  })
  for (const text of ['one', 'two', 'three', 'four']) toasts.show(text)
  const texts = () => toasts.getState().map(({ text }) => text)
  expect(texts()).toEqual(['two', 'three', 'four'])
  ends[1]?.()
  expect(texts()).toEqual(['three', 'four'])
})
