import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createFairBatch, nextBatchLimit, roundInterval } from '../../../src/renderer/store/fair-batch.ts'
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

/** From a frame to the next one on a screen of 60 Hz, at least. */
const SCREEN_MS = 17
const LONGEST_WAIT_MS = 150

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
  expect(new Set(drawn.at(-1)).size).toBe(KEYS.length)
})

it.each([
  { keys: 4, frames: [1, 1, 1, 1, 1, 1] },
  { keys: 8, frames: [1, 0, 1, 0, 1, 0] },
  { keys: 16, frames: [1, 0, 0, 1, 0, 0] },
])('delivers $keys keys that stream all the time in these of six frames: $frames', ({ keys, frames }) => {
  const { batch, drawn, frame } = batchOf()
  const push = () => KEYS.slice(0, keys).forEach((key) => batch.push(key, [key]))
  const round = () => {
    push()
    const before = drawn.length
    frame(SCREEN_MS)
    return drawn.length - before
  }
  while (new Set(drawn.at(-1)).size < keys) round()
  // In step with a round.
  while (roundInterval(keys) > 0 && round() === 0);
  const [, ...following] = frames
  expect([1, ...following.map(round)]).toEqual(frames)
})

it('begins a round without delay after a pause', () => {
  const { batch, drawn, frame } = batchOf()
  for (const key of KEYS) batch.push(key, [key])
  for (let count = 0; count < KEYS.length; count++) frame(SCREEN_MS)
  frame(100)
  const before = drawn.length
  batch.push('key 0', ['new'])
  frame(SCREEN_MS)
  expect(drawn.slice(before)).toEqual([['new']])
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
  const after = [50, 40, 30, 16].map((waitedMs) => nextBatchLimit(8, waitedMs))
  expect([...after, nextBatchLimit(1, 50)]).toEqual([6, 8, 9, 9, 1])
})

/** A window that takes so many ms for a frame and for each key in it. */
const windows = fc.record({ keys: fc.integer({ min: 1, max: 64 }), frame: fc.nat(80), each: fc.nat(10) })

it('delivers all items in order, and none after more than the longest wait and a frame', () => {
  const late = fc.property(windows, fc.integer({ min: 1, max: 50 }), ({ keys, frame, each }, rounds) => {
    const frames = manualFrames()
    const seen = new Map<number, number>()
    let [time, cost, longest, slowest] = [0, 0, 0, 0]
    let isInOrder = true
    const apply = (items: readonly { key: number; number: number; at: number }[]) => {
      for (const { key, number, at } of items) {
        isInOrder &&= number === (seen.get(key) ?? 0) + 1
        seen.set(key, number)
        longest = Math.max(longest, time - at)
      }
      cost = frame + each * new Set(items.map(({ key }) => key)).size
    }
    const batch = createFairBatch({ apply, schedule: frames.schedule, now: () => time })
    for (let number = 1; number <= rounds; number++) {
      for (let key = 0; key < keys; key++) batch.push(String(key), [{ key, number, at: time }])
      const took = Math.max(SCREEN_MS, cost)
      slowest = Math.max(slowest, took)
      time += took
      frames.next()
    }
    expect(longest).toBeLessThanOrEqual(LONGEST_WAIT_MS + slowest)
    batch.flush()
    expect(isInOrder).toBe(true)
    expect([...seen.values()]).toEqual(Array.from({ length: keys }, () => rounds))
  })
  fc.assert(late)
})
