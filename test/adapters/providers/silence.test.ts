import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { idleTimeout } from '../../../src/main/adapters/providers/provider-connection.ts'
import type { StreamMapper } from '../../../src/main/adapters/providers/run-stream.ts'
import { runStream } from '../../../src/main/adapters/providers/run-stream.ts'
import type { StreamWatch } from '../../../src/main/adapters/providers/watch-stream.ts'
import { watchStream } from '../../../src/main/adapters/providers/watch-stream.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'

const IDLE_MS = 120_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the watchdog for silence', () => {
  /** When it gives up, in seconds; `each` happens at every second. */
  function secondsUntilEnd(each: (watch: StreamWatch) => void, most = 2_000): number | null {
    const watch = watchStream(new AbortController().signal, IDLE_MS)
    watch.waiting(true)
    for (let second = 1; second <= most; second += 1) {
      vi.advanceTimersByTime(1_000)
      if (watch.timedOut !== null) return second
      each(watch)
    }
    watch.close()
    return null
  }

  it('fires at its time, at most a check late', () => {
    const seconds = secondsUntilEnd(() => undefined)
    expect(seconds).toBeGreaterThanOrEqual(120)
    expect(seconds).toBeLessThanOrEqual(121)
  })

  it('does not fire while content comes, however long the answer', () => {
    const speak = (watch: StreamWatch): void => {
      watch.waiting(true)
      watch.content()
    }
    expect(secondsUntilEnd(speak)).toBeNull()
  })

  it('does not let signs of life alone keep a stream for ever', () => {
    const seconds = secondsUntilEnd((watch) => watch.waiting(true))
    expect(seconds).toBeGreaterThanOrEqual(600)
    expect(seconds).toBeLessThanOrEqual(601)
  })

  it('does not count while our own reader is busy', () => {
    expect(secondsUntilEnd((watch) => watch.waiting(false))).toBeNull()
  })
})

describe('a stream of nothing but pings', () => {
  /** Says nothing of any event; ends never. */
  const deaf: StreamMapper<string> = { ended: false, push: () => undefined, finish: () => undefined }

  it('ends in an error that says so, and what can be configured', async () => {
    const events: ProviderEvent[] = []
    const gate: { wake: () => void } = { wake: () => undefined }
    const stream = runStream<string>({
      provider: 'local',
      signal: new AbortController().signal,
      key: '',
      idleTimeoutMs: IDLE_MS,
      mapper: deaf,
      open: ({ signal }) => Promise.resolve(pings(signal, gate)),
      toError: () => ({ category: 'UNKNOWN', message: 'not this', retryable: false }),
    })
    const read = (async () => {
      for await (const event of stream) events.push(event)
    })()
    for (let second = 0; second < 700; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      gate.wake()
    }
    await read
    expect(events).toEqual([
      {
        type: 'error',
        error: {
          category: 'TIMEOUT',
          message:
            'Local sent nothing but signs of life for 600 s; the request was given up. Set providers.local.idle_timeout_seconds in config.json if its models need longer.',
          retryable: true,
        },
      },
    ])
  })

  async function* pings(signal: AbortSignal, gate: { wake: () => void }): AsyncIterable<string> {
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        gate.wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      yield 'ping'
    }
  }
})

it('waits longer for models that think silently and for a server on this machine, and as configured for all', () => {
  const connection = { key: '', baseUrl: undefined, idleTimeoutMs: null }
  const times = (['steady', 'silent', 'local'] as const).map((quietness) => idleTimeout(connection, quietness))
  expect(times).toEqual([120_000, 600_000, 900_000])
  expect(idleTimeout({ ...connection, idleTimeoutMs: 5_000 }, 'local')).toBe(5_000)
})
