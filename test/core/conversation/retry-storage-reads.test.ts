import { expect, it } from 'vitest'

import type { AppError } from '../../../src/shared/app-error.ts'
import { readWithRetry } from '../../../src/main/core/conversation/retry-storage.ts'
import type { Clock } from '../../../src/main/core/ports/system-ports.ts'

const AWAY: AppError = { category: 'STORAGE', message: 'The database cannot be reached.', retryable: true }

/** A read that fails `failures` times, and a clock that counts the pauses and takes none. */
function worldThatFails(failures: number, error = AWAY) {
  const world = { tries: 0, pauses: 0 }
  const read = async () => {
    world.tries += 1
    return world.tries <= failures ? { ok: false as const, error } : { ok: true as const, value: 'read' }
  }
  const clock: Clock = {
    now: () => 0,
    async sleep() {
      world.pauses += 1
    },
  }
  return { world, read, clock }
}

const running = new AbortController().signal

it('waits as long as the database is away', async () => {
  const { world, read, clock } = worldThatFails(100)
  expect(await readWithRetry(read, running, { clock })).toEqual({ ok: true, value: 'read' })
  expect(world).toEqual({ tries: 101, pauses: 100 })
})

it('gives up when the turn is cancelled', async () => {
  const { world, read, clock } = worldThatFails(Infinity)
  expect(await readWithRetry(read, AbortSignal.abort(), { clock })).toEqual({ ok: false, error: AWAY })
  expect(world).toEqual({ tries: 1, pauses: 0 })
})

it.each<AppError>([
  { ...AWAY, retryable: false },
  { category: 'REFUSED', message: 'The budget is used up.', retryable: true },
])('gives up at once where trying again is no use ($category)', async (error) => {
  const { world, read, clock } = worldThatFails(1, error)
  expect(await readWithRetry(read, running, { clock })).toEqual({ ok: false, error })
  expect(world.tries).toBe(1)
})
