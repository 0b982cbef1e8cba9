import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { ClientChannel } from '../../../src/renderer/connection/client-channel.ts'
import { retryDelay, startConnectionLoop } from '../../../src/renderer/connection/connection-loop.ts'
import type { ConnectionState } from '../../../src/renderer/store/engine-connection.ts'

const DELAYS = { first: 100, longest: 1000 }

describe('the connection loop', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = () => {
    const states: ConnectionState[] = []
    const stop = new AbortController()
    const tries: { at: number; succeed(): ClientChannel & { breakOff(): void }; fail(): void }[] = []
    let wake = () => {}
    const begun = Date.now()
    const loop = startConnectionLoop({
      delays: DELAYS,
      random: () => 0,
      signal: stop.signal,
      onState: (state) => states.push(state),
      onWake(listener) {
        wake = listener
        return () => {
          wake = () => {}
        }
      },
      openChannel: () =>
        new Promise((resolve, reject) => {
          tries.push({
            at: Date.now() - begun,
            succeed() {
              const channel = createChannel()
              resolve(channel)
              return channel
            },
            fail: () => reject(new Error('refused')),
          })
        }),
    })
    const attempt = () => {
      const last = tries.at(-1)
      if (last === undefined) throw new Error('Nothing was tried')
      return last
    }
    return { loop, states, stop, tries, attempt, wake: () => wake() }
  }

  it('is connecting at first, then open', async () => {
    const { loop, attempt } = start()
    const before = loop.state()
    attempt().succeed()
    await vi.advanceTimersByTimeAsync(0)

    expect([before, loop.state()]).toEqual(['connecting', 'open'])
  })

  it('waits longer after each failure, up to a longest wait', async () => {
    const { tries, attempt } = start()
    const waits: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const { at } = attempt()
      attempt().fail()
      const before = tries.length
      while (tries.length === before) await vi.advanceTimersByTimeAsync(DELAYS.first)
      waits.push(attempt().at - at)
    }

    expect(waits).toEqual([100, 200, 400, 800, 1000, 1000])
  })

  it('tries at once when the browser is back online or the page is looked at', async () => {
    const { tries, attempt, wake } = start()
    attempt().fail()
    await vi.advanceTimersByTimeAsync(10)
    wake()
    await vi.advanceTimersByTimeAsync(0)

    expect(tries.map(({ at }) => at)).toEqual([0, 10])
  })

  it('begins with the shortest wait again after it was open', async () => {
    const { tries, attempt, states } = start()
    for (let count = 0; count < 4; count += 1) {
      attempt().fail()
      await vi.advanceTimersByTimeAsync(DELAYS.longest)
    }
    const channel = attempt().succeed()
    await vi.advanceTimersByTimeAsync(0)
    const openedAt = tries.length
    channel.breakOff()
    await vi.advanceTimersByTimeAsync(DELAYS.first)

    expect(tries.length).toBe(openedAt + 1)
    expect(states).toEqual(['lost', 'open', 'lost'])
  })

  it('tries nothing more once it is stopped', async () => {
    const { tries, attempt, stop } = start()
    attempt().fail()
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    await vi.advanceTimersByTimeAsync(10 * DELAYS.longest)

    expect(tries.length).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the wait before the next try', () => {
  it('doubles, ends at the longest, and is up to a quarter shorter by chance', () => {
    expect([0, 1, 3, 4, 1000].map((attempt) => retryDelay(attempt, DELAYS, () => 0))).toEqual([
      100, 200, 800, 1000, 1000,
    ])
    expect(retryDelay(0, DELAYS, () => 1)).toBe(75)
  })
})

function createChannel(): ClientChannel & { breakOff(): void } {
  const listeners: (() => void)[] = []
  const breakOff = () => listeners.splice(0).forEach((listener) => listener())
  return {
    send: () => {},
    onMessage: () => {},
    onClose: (listener) => void listeners.push(listener),
    close: breakOff,
    breakOff,
  }
}
