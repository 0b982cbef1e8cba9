import { describe, expect, it } from 'vitest'

import { recordWithRetry } from '../../../src/main/core/conversation/retry-storage.ts'
import { EventHub } from '../../../src/main/core/events/event-hub.ts'
import type { Clock } from '../../../src/main/core/ports/system-ports.ts'
import type { Committed, Store } from '../../../src/main/core/ports/log-ports.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { Result } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

const AWAY = { category: 'STORAGE', message: 'The database cannot be reached.', retryable: true } as const
const EVENT: NewEvent = { agentId: 'a', turnId: 't', kind: 'user', content: 'hello', data: null }

/** A log that refuses the first `failures` commits, and a clock that counts the pauses and takes none. */
function worldThatFails(
  failures: number,
  { retryable = true, category = 'STORAGE' }: { retryable?: boolean; category?: 'STORAGE' | 'REFUSED' } = {},
) {
  const world = { tries: 0, pauses: 0 }
  const commit = (): Promise<Result<Committed>> => {
    world.tries += 1
    const fails = world.tries <= failures
    return Promise.resolve(
      fails ? { ok: false, error: { ...AWAY, category, retryable } } : { ok: true, value: { events: [], agents: [] } },
    )
  }
  const store: Store = {
    commit,
    agents: () => Promise.resolve({ ok: true, value: [] }),
    events: () => Promise.resolve({ ok: true, value: [] }),
    onRemoteCommit: () => () => undefined,
  }
  const clock: Clock = {
    now: () => 0,
    sleep(_ms, signal) {
      if (!signal.aborted) world.pauses += 1
      return Promise.resolve()
    },
  }
  const hub = new EventHub(store, { onCommitted: () => Promise.resolve(), onFailure: () => undefined })
  return { world, dependencies: { hub, clock, logger: createRecordingLogger() } }
}

const cancelled = AbortSignal.abort()
const running = new AbortController().signal

describe('recording what must not be lost', () => {
  it('waits as long as the database is away', async () => {
    const { world, dependencies } = worldThatFails(100)
    expect(await recordWithRetry({ events: [EVENT] }, running, dependencies)).toBe('recorded')
    expect(world).toEqual({ tries: 101, pauses: 100 })
  })

  it('waits for some seconds also when the turn was cancelled: a cancel stops the turn, not its record', async () => {
    const { world, dependencies } = worldThatFails(3)
    expect(await recordWithRetry({ events: [EVENT] }, cancelled, dependencies)).toBe('recorded')
    expect(world).toEqual({ tries: 4, pauses: 3 })
  })

  it('gives a cancelled turn up after that, so that the app can be closed', async () => {
    const { world, dependencies } = worldThatFails(Infinity)
    expect(await recordWithRetry({ events: [EVENT] }, cancelled, dependencies)).toBe('failed')
    expect(world).toEqual({ tries: 10, pauses: 9 })
  })

  it('gives up at once when trying again is no use', async () => {
    const { world, dependencies } = worldThatFails(Infinity, { retryable: false })
    expect(await recordWithRetry({ events: [EVENT] }, running, dependencies)).toBe('failed')
    expect(world).toEqual({ tries: 1, pauses: 0 })
  })

  it('does not try a change again that the database refuses: an agent was killed meanwhile', async () => {
    const { world, dependencies } = worldThatFails(Infinity, { category: 'REFUSED' })
    expect(await recordWithRetry({ events: [EVENT] }, running, dependencies)).toBe('refused')
    expect(world).toEqual({ tries: 1, pauses: 0 })
  })
})
