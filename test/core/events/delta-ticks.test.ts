import { expect, it } from 'vitest'

import { DeltaTicks } from '../../../src/main/core/events/delta-ticks.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

const anySleep = (): boolean => true

it('lets all feeds that wait deliver at the same moment', () => {
  const ticks = new DeltaTicks(new SteppedClock())
  expect(ticks.next()).toBe(ticks.next())
})

it('waits for the rest of a frame after the last moment, and not at all after a pause', async () => {
  const clock = new SteppedClock()
  const ticks = new DeltaTicks(clock)
  const waits: number[] = []
  for (const pause of [0, 0, 6, 100]) {
    clock.advance(pause)
    const next = ticks.next()
    waits.push(clock.untilWake(anySleep))
    clock.advance(waits.at(-1) ?? 0)
    await next
  }
  expect(waits).toEqual([0, 16, 10, 0])
})

it('waits for no more than a frame if the clock was set back', async () => {
  const clock = new SteppedClock()
  const ticks = new DeltaTicks({
    now: () => clock.now() - 3_600_000 * calls++,
    sleep: (ms, signal) => clock.sleep(ms, signal),
  })
  let calls = 0
  const first = ticks.next()
  clock.advance(0)
  await first
  void ticks.next()
  expect(clock.untilWake(anySleep)).toBe(16)
})

it('delivers now if the clock fails, and waits again when it works', async () => {
  const clock = new SteppedClock()
  const broken = { reads: 1 }
  const ticks = new DeltaTicks({
    now() {
      if (broken.reads-- > 0) throw new Error('The clock has stopped')
      return clock.now()
    },
    sleep: (ms, signal) => clock.sleep(ms, signal),
  })
  await ticks.next()
  const next = ticks.next()
  expect(clock.untilWake(anySleep)).toBe(0)
  clock.advance(0)
  await next
  void ticks.next()
  expect(clock.untilWake(anySleep)).toBe(16)
})
