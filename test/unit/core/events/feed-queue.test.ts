import { expect, test } from 'vitest'

import { FeedQueue } from '../../../../src/main/core/events/feed-queue.ts'

test('gives a waiting consumer all that one turn of the event loop brings as one batch', async () => {
  const queue = new FeedQueue<number>()
  const batches = queue.batches()
  const first = batches.next()
  for (const item of [1, 2, 3]) {
    queue.push(item)
    await Promise.resolve()
  }
  expect((await first).value).toEqual([1, 2, 3])
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
