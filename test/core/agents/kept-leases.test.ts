import { expect, it, vi } from 'vitest'

import { KeptLeases } from '../../../src/main/core/agents/kept-leases.ts'
import type { TurnLeases } from '../../../src/main/core/ports/log-ports.ts'
import { ok, type Result } from '../../../src/shared/result.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

/** Leases that only one holder can have, whose release does `release`. */
function leasesOf(release: (free: () => void) => Promise<void>): TurnLeases {
  let isHeld = false
  const free = (): void => {
    isHeld = false
  }
  return {
    acquire: () => {
      if (isHeld) return Promise.resolve(ok(null))
      isHeld = true
      return Promise.resolve(ok({ release: () => release(free) }))
    },
  }
}

const held = (acquired: Result<{ release: () => Promise<void> } | null>) => {
  if (!acquired.ok || acquired.value === null) throw new Error('not acquired')
  return acquired.value
}

it.each<[string, () => Promise<void>]>([
  ['rejects', () => Promise.reject(new Error('a bug'))],
  [
    'throws',
    () => {
      throw new Error('a bug')
    },
  ],
])('uses a lease again whose release %s', async (_what, release) => {
  const logger = createRecordingLogger()
  const leases = new KeptLeases(leasesOf(release), { clock: new SteppedClock(), logger })
  await held(await leases.acquire('a')).release()
  expect(logger.lines).toEqual([['error', 'The lease of an agent was not released']])
  await held(await leases.acquire('a')).release()
  held(await leases.acquire('a'))
  expect(await leases.acquire('a')).toEqual(ok(null))
})

it('does not wait for a release longer than its limit', async () => {
  const logger = createRecordingLogger()
  const clock = new SteppedClock()
  const leases = new KeptLeases(
    leasesOf(() => new Promise(() => undefined)),
    { clock, logger },
  )
  const released = held(await leases.acquire('a')).release()
  await clock.untilAsleep(1, () => true)
  clock.advance(20_000)
  await released
  held(await leases.acquire('a'))
  expect(logger.lines).toEqual([['error', 'The lease of an agent was not released in time']])
})

it('acquires anew what was released', async () => {
  const release = (free: () => void): Promise<void> => Promise.resolve(free())
  const leases = new KeptLeases(leasesOf(release), { clock: new SteppedClock(), logger: createRecordingLogger() })
  await held(await leases.acquire('a')).release()
  held(await leases.acquire('a'))
  expect(await leases.acquire('a')).toEqual(ok(null))
})

it('releases a lease that arrives after the limit, so that the agent can be used again', async () => {
  const clock = new SteppedClock()
  const arrives = Promise.withResolvers<void>()
  const sound = leasesOf(async (free) => free())
  const slow: TurnLeases = { acquire: (agentId) => arrives.promise.then(() => sound.acquire(agentId)) }
  const leases = new KeptLeases(slow, { clock, logger: createRecordingLogger() })
  const acquired = leases.acquire('a')
  for (let part = 0; part < 10; part++) {
    await clock.untilAsleep(1, () => true)
    clock.advance(18_000)
  }
  expect((await acquired).ok).toBe(false)
  arrives.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  held(await leases.acquire('a'))
})

it.each<readonly [string, () => Promise<void>, number]>([
  ['rejects', () => Promise.reject(new Error('a bug')), 0],
  [
    'throws',
    () => {
      throw new Error('a bug')
    },
    0,
  ],
  ['never ends', () => new Promise(() => undefined), 1],
])('keeps a lease whose release %s, also when nothing can be logged', async (_name, release, sleeps) => {
  const throws = vi.fn<() => never>(() => {
    throw new Error('full')
  })
  const clock = new SteppedClock()
  const leases = new KeptLeases(leasesOf(release), { clock, logger: { info: throws, warn: throws, error: throws } })
  const released = held(await leases.acquire('a')).release()
  await clock.untilAsleep(sleeps, () => true)
  clock.advance(20_000 * sleeps)
  await expect(released).resolves.toBeUndefined()
  expect(throws).toHaveBeenCalledTimes(1)
  held(await leases.acquire('a'))
  // It was given out, so that it is not kept a second time.
  expect(await leases.acquire('a')).toEqual(ok(null))
})
