import { expect, test } from 'vitest'

import { FeedQueue } from '../../../src/main/core/events/feed-queue.ts'

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

async function pushedIdly(queue: FeedQueue<number>, items: readonly number[]): Promise<void> {
  for (const item of items) {
    queue.pushBatched(item)
    for (let tick = 0; tick < 5; tick++) await Promise.resolve()
  }
}

test('gives a waiting consumer all that one turn of the event loop brings as one batch, if nothing of it hurries', async () => {
  const queue = new FeedQueue<number>(turnOfTheLoop)
  const batches = queue.batches()
  const first = batches.next()
  await pushedIdly(queue, [1, 2, 3])
  expect((await first).value).toEqual([1, 2, 3])
})

test('gives out at once what hurries, and all that waited for it', async () => {
  const queue = new FeedQueue<number>(turnOfTheLoop)
  const batches = queue.batches()
  const first = batches.next()
  let got: readonly number[] | null = null
  void first.then((step) => {
    got = step.done === true ? null : step.value
  })
  await pushedIdly(queue, [1, 2])
  expect(got).toBeNull()
  queue.push(3)
  for (let tick = 0; tick < 5; tick++) await Promise.resolve()
  expect(got).toEqual([1, 2, 3])
})

test('gives out what still waits when it is closed, then ends', async () => {
  const queue = new FeedQueue<number>()
  const batches = queue.batches()
  const first = batches.next()
  queue.push(1)
  queue.close()
  expect(await first).toEqual({ done: false, value: [1] })
  expect(await batches.next()).toEqual({ done: true, value: undefined })
})

test('wakes a consumer who waits when it is closed', async () => {
  const queue = new FeedQueue<number>()
  const waiting = queue.batches().next()
  queue.close()
  expect(await waiting).toEqual({ done: true, value: undefined })
})
