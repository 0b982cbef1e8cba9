import { afterEach, expect, it, vi } from 'vitest'

import { PatternThread } from '../../../src/main/adapters/tools/foreign-patterns/pattern-thread.ts'

const FakeWorker = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events')
  /** A thread that does what the test says. */
  class FakeWorker extends EventEmitter {
    static last: FakeWorker | null = null
    readonly requests: unknown[] = []

    constructor() {
      super()
      FakeWorker.last = this
    }

    postMessage(request: unknown): void {
      this.requests.push(request)
    }

    async terminate(): Promise<void> {
      this.emit('exit', 1)
    }

    ref(): void {}
    unref(): void {}
  }
  return FakeWorker
})

vi.mock('node:worker_threads', () => ({ Worker: FakeWorker }))

const GLOB = { type: 'glob', pattern: '*.ts', paths: ['a.ts'] } as const

/** Everything that is waiting for nothing but promises has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => vi.useRealTimers())

it('limits the time of a request from when the thread is ready, however long it takes to load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = new PatternThread(50).ask(GLOB)
  await settled()
  const worker = FakeWorker.last
  worker?.emit('online')
  await settled()
  vi.advanceTimersByTime(60_000)
  worker?.emit('message', null)
  await settled()
  expect(worker?.requests).toEqual([GLOB])
  worker?.emit('message', ['a.ts'])
  expect(await answer).toEqual(['a.ts'])
})

it('gives up a request that takes longer than the limit, and one whose thread cannot start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const thread = new PatternThread(50)
  const slow = thread.ask(GLOB)
  await settled()
  FakeWorker.last?.emit('message', null)
  await settled()
  vi.advanceTimersByTime(50)
  expect(await slow).toBeNull()
  const ended = thread.ask(GLOB)
  await settled()
  FakeWorker.last?.emit('exit', 1)
  expect(await ended).toBeNull()
})
