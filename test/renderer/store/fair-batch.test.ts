import { expect, it } from 'vitest'

import { createFairBatch, nextBatchLimit } from '../../../src/renderer/store/fair-batch.ts'
import { manualFrames } from '../support/manual-frames.ts'

/** A batch whose frames come when they are told to, each so many ms after it was asked for. */
function batchOf() {
  const frames = manualFrames()
  const drawn: string[][] = []
  let time = 0
  const batch = createFairBatch<string>({
    apply: (items) => drawn.push([...items]),
    schedule: frames.schedule,
    now: () => time,
  })
  return {
    batch,
    drawn,
    frame(afterMs: number) {
      time += afterMs
      frames.next()
    },
  }
}

const KEYS = Array.from({ length: 16 }, (_, index) => `key ${index}`)

it('hands on what one key has collected in one piece and in order', () => {
  const { batch, drawn, frame } = batchOf()
  batch.push('a', ['1', '2'])
  batch.push('a', ['3'])
  frame(16)
  expect(drawn).toEqual([['1', '2', '3']])
})

it('takes more keys from frame to frame as long as frames come in time', () => {
  const { batch, drawn, frame } = batchOf()
  for (let round = 0; round < 20; round++) {
    for (const key of KEYS) batch.push(key, [key])
    frame(16)
  }
  expect(drawn.at(-1)).toHaveLength(KEYS.length)
})

it('takes fewer keys after a late frame, those first that wait longest, and leaves none out', () => {
  const { batch, drawn, frame } = batchOf()
  for (let round = 0; round < 12; round++) {
    for (const key of KEYS) batch.push(key, [key])
    frame(60)
  }
  expect(Math.min(...drawn.map((items) => items.length))).toBe(1)
  expect(new Set(drawn.flat()).size).toBe(KEYS.length)
})

it('lets nothing wait for ever in a window that is always late', () => {
  const { batch, drawn, frame } = batchOf()
  for (const key of KEYS) batch.push(key, [key])
  frame(500)
  expect(drawn).toEqual([KEYS])
})

it('hands on everything at once when it is told to', () => {
  const { batch, drawn } = batchOf()
  for (const key of KEYS) batch.push(key, [key])
  batch.flush()
  expect(drawn).toEqual([KEYS])
})

it('changes its share by what the last frame was', () => {
  expect([nextBatchLimit(8, 50), nextBatchLimit(1, 50), nextBatchLimit(8, 16), nextBatchLimit(8, 30)]).toEqual([
    4, 1, 9, 8,
  ])
})
