import { expect, it } from 'vitest'

import { createFrameBatch } from '../../../src/renderer/store/frame-batch.ts'
import { manualFrames } from '../support/manual-frames.ts'

it('hands on everything of a frame at once, in order', () => {
  const frames = manualFrames()
  const applied: (readonly number[])[] = []
  const batch = createFrameBatch<number>((items) => applied.push(items), frames.schedule)
  batch.push([1, 2])
  batch.push([3])
  expect(applied).toEqual([])
  frames.next()
  batch.push([4])
  frames.next()
  frames.next()
  expect(applied).toEqual([[1, 2, 3], [4]])
})

it('asks for one frame, however much arrives', () => {
  const frames = manualFrames()
  const batch = createFrameBatch<number>(() => undefined, frames.schedule)
  batch.push([1])
  batch.push([2])
  expect(frames.waiting()).toBe(1)
})

it('forgets what waits when it is disposed of', () => {
  const frames = manualFrames()
  const applied: unknown[] = []
  const batch = createFrameBatch<number>((items) => applied.push(items), frames.schedule)
  batch.push([1])
  batch.dispose()
  frames.next()
  expect([applied, frames.waiting()]).toEqual([[], 0])
})
