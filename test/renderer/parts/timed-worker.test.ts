import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createMarkdownParser, type MarkdownReply } from '../../../src/renderer/parts/markdown-parser.ts'
import { createTimedWorker, WORKER_READY } from '../../../src/renderer/parts/timed-worker.ts'

const LIMIT_MS = 2_000

/** A worker that answers when the test says so. */
class ManualWorker extends EventTarget implements Worker {
  static readonly started: ManualWorker[] = []
  readonly received: unknown[] = []
  isEnded = false
  onmessage = null
  onmessageerror = null
  onerror = null

  constructor() {
    super()
    ManualWorker.started.push(this)
  }

  postMessage(message: unknown): void {
    this.received.push(message)
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate(): void {
    this.isEnded = true
  }
}

function workerAt(index: number): ManualWorker {
  const worker = ManualWorker.started[index]
  if (worker === undefined) throw new Error(`Worker ${index} was not started`)
  return worker
}

describe('a worker with a time limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    ManualWorker.started.length = 0
  })

  const start = () => createTimedWorker<string, string>(() => new ManualWorker(), LIMIT_MS)

  it('answers what waits with null when it is ended, and starts anew for a later request', async () => {
    const worker = start()
    const asked = [worker.ask('running'), worker.ask('waiting')]
    workerAt(0).say(WORKER_READY)
    worker.end()
    expect([await Promise.all(asked), workerAt(0).isEnded, workerAt(0).received]).toEqual([
      [null, null],
      true,
      ['running'],
    ])
    const later = worker.ask('later')
    workerAt(1).say(WORKER_READY)
    workerAt(1).say('done')
    expect(await later).toBe('done')
  })

  it('gives up a request that takes too long, and sends the next to a new worker', async () => {
    const worker = start()
    const first = worker.ask('endless')
    const second = worker.ask('short')
    workerAt(0).say(WORKER_READY)
    await vi.advanceTimersByTimeAsync(LIMIT_MS)
    expect(await first).toBeNull()
    workerAt(1).say(WORKER_READY)
    workerAt(1).say('done')
    expect([await second, workerAt(0).isEnded, workerAt(1).received]).toEqual(['done', true, ['short']])
  })

  it('never sends a request that was aborted while it waited', async () => {
    const worker = start()
    const ending = new AbortController()
    const answers = [worker.ask('first'), worker.ask('unwanted', ending.signal), worker.ask('third')]
    workerAt(0).say(WORKER_READY)
    ending.abort()
    workerAt(0).say('1')
    workerAt(0).say('3')
    expect([await Promise.all(answers), workerAt(0).received]).toEqual([
      ['1', null, '3'],
      ['first', 'third'],
    ])
  })

  it('ends a request soon that was aborted while the worker was at it', async () => {
    const worker = start()
    const ending = new AbortController()
    const first = worker.ask('endless', ending.signal)
    const second = worker.ask('short')
    workerAt(0).say(WORKER_READY)
    ending.abort()
    expect(await first).toBeNull()
    expect(workerAt(0).received).toEqual(['endless'])
    await vi.advanceTimersByTimeAsync(LIMIT_MS / 4)
    workerAt(1).say(WORKER_READY)
    workerAt(1).say('done')
    expect([await second, workerAt(0).isEnded]).toEqual(['done', true])
  })

  it('keeps the worker when an aborted request ends by itself', async () => {
    const worker = start()
    const ending = new AbortController()
    void worker.ask('short', ending.signal)
    const second = worker.ask('next')
    workerAt(0).say(WORKER_READY)
    ending.abort()
    workerAt(0).say('nobody waits for this')
    workerAt(0).say('done')
    expect([await second, workerAt(0).isEnded]).toEqual(['done', false])
  })

  it('takes no request whose signal has aborted already', async () => {
    expect([await start().ask('unwanted', AbortSignal.abort()), ManualWorker.started]).toEqual([null, []])
  })

  it('lets a text be parsed that was given up before', async () => {
    const parser = createMarkdownParser(createTimedWorker<string, MarkdownReply>(() => new ManualWorker(), LIMIT_MS))
    const ending = new AbortController()
    const unwanted = parser.parse('text', ending.signal)
    ending.abort()
    expect([await unwanted, parser.cached('text')]).toEqual([undefined, undefined])
    const wanted = parser.parse('text', new AbortController().signal)
    workerAt(0).say(WORKER_READY)
    const tree = { type: 'root', children: [] }
    workerAt(0).say({ tree })
    expect([await wanted, parser.cached('text')]).toEqual([tree, tree])
  })
})
