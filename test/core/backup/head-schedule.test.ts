import { beforeEach, expect, it } from 'vitest'

import { HeadSchedule } from '../../../src/main/core/backup/head-schedule.ts'
import type { Logger } from '../../../src/main/core/ports/system-ports.ts'
import { err, ok, refuse, type Result } from '../../../src/shared/result.ts'
import { NOT_SIGNING } from '../../../src/shared/engine-state.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

const MINUTE = 60_000
const SILENT: Logger = { info() {}, warn() {}, error() {} }
const LOCKED: Result<never> = err({
  category: 'STORAGE',
  message: 'The keychain does not answer. Unlock it.',
  retryable: false,
})

let clock: SteppedClock
let answer: () => Promise<Result<number | null>>
let signed: number[]
let schedule: HeadSchedule
let running: Promise<void>

beforeEach(() => {
  clock = new SteppedClock()
  signed = []
  answer = async () => ok(clock.now())
  const start = clock.now()
  const sign = (): Promise<Result<number | null>> => {
    signed.push(clock.now() - start)
    return answer()
  }
  schedule = new HeadSchedule({ sign }, clock, SILENT, () => undefined)
  running = schedule.run()
})

/** Lets the time pass to the next attempt. */
async function next(): Promise<void> {
  await clock.untilAsleep(1, () => true)
  clock.advance(clock.untilWake(() => true))
}

it('signs soon after the start, every ten minutes, and at the end', async () => {
  await next()
  await next()
  await next()
  await clock.untilAsleep(1, (ms) => ms === 10 * MINUTE)
  expect(signed).toEqual([15_000, 15_000 + 10 * MINUTE, 15_000 + 20 * MINUTE])
  expect(schedule.status()).toEqual({ isOn: true, signedAt: clock.now(), problem: null })
  await schedule.close()
  await running
  expect(signed).toHaveLength(4)
})

it('does not ask a keychain again that did not answer, not at the end either', async () => {
  answer = async () => LOCKED
  await next()
  await running
  expect(schedule.status()).toMatchObject({ signedAt: null, problem: 'The keychain does not answer. Unlock it.' })
  await schedule.close()
  expect(signed).toHaveLength(1)
})

it('tries again after a log was refused, and after a failure that can pass', async () => {
  answer = async () => refuse('Agent a is shorter than it was signed.')
  await next()
  await clock.untilAsleep(1, () => true)
  answer = () => Promise.reject(new Error('closed'))
  await next()
  await clock.untilAsleep(1, () => true)
  expect(schedule.status().problem).toBe('Agent a is shorter than it was signed.')
  answer = async () => ok(null)
  await next()
  await clock.untilAsleep(1, () => true)
  expect(schedule.status()).toEqual({ isOn: true, signedAt: null, problem: null })
  await schedule.close()
})

it('does not wait longer than two seconds for the last signature, and signs nothing before the first attempt', async () => {
  await next()
  await clock.untilAsleep(1, () => true)
  answer = () => new Promise(() => undefined)
  const closed = schedule.close()
  await running
  await clock.untilAsleep(1, (ms) => ms === 2_000)
  clock.advance(2_000)
  await closed
  expect(signed).toHaveLength(2)
  const none = new HeadSchedule(undefined, clock, SILENT, () => undefined)
  await none.run()
  await none.close()
  expect(none.status()).toEqual(NOT_SIGNING)
})
