import { expect, it } from 'vitest'

import type { StorageHealth } from '../../src/main/core/ports/health-ports.ts'
import type { HealthStatus } from '../../src/shared/database-health.ts'
import type { EngineFeedItem } from '../../src/shared/engine-state.ts'
import { ok } from '../../src/shared/result.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { SteppedClock } from '../support/stepped-clock.ts'

const DAMAGE = { name: 'public.messages', table: 'messages', isIndex: false, problem: 'invalid page in block 1' }
const AFTER_CRASH_MS = 15_000

/** Resolves with the first status that has the result of a check. */
async function checkedStatus(feed: AsyncIterable<readonly EngineFeedItem[]>): Promise<HealthStatus | null> {
  for await (const items of feed) {
    for (const item of items)
      if (item.type !== 'agent' && item.status.health.checkedAt !== null) return item.status.health
  }
  return null
}

async function openWith(health: StorageHealth, clock: SteppedClock): Promise<RealEngine> {
  return openRealEngine({}, { attended: true, clock, wrapStorage: (storage) => ({ ...storage, health }) })
}

it('checks the database by itself after a crash, and shows what it found', async () => {
  const clock = new SteppedClock()
  const check: StorageHealth['check'] = async () => ok({ checked: 40, isThorough: true, damages: [DAMAGE] })
  const real = await openWith({ isDue: () => true, check }, clock)
  const stop = new AbortController()
  const shown = checkedStatus(real.engine.engine.subscribe(undefined, stop.signal))
  await clock.untilAsleep(1, (ms) => ms === AFTER_CRASH_MS)
  clock.advance(AFTER_CRASH_MS)
  expect(await shown).toMatchObject({ isRunning: false, damages: [DAMAGE] })
  stop.abort()
  await real.close()
})
