import { beforeEach, expect, it } from 'vitest'

import { HealthWatch } from '../../../src/main/core/health/health-watch.ts'
import type { HealthReport } from '../../../src/main/core/ports/health-ports.ts'
import type { Logger } from '../../../src/main/core/ports/system-ports.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

const SILENT: Logger = { info() {}, warn() {}, error() {} }
const DAMAGE = { name: 'public.messages', table: 'messages', isIndex: false, problem: 'invalid page in block 1' }
const INTACT: HealthReport = { checked: 40, isThorough: true, damages: [] }

let clock: SteppedClock
let isDue: boolean
let checks: AbortSignal[]
let answer: () => Promise<Result<HealthReport>>
let watch: HealthWatch

beforeEach(() => {
  clock = new SteppedClock()
  isDue = true
  checks = []
  answer = async () => ok(INTACT)
  const check = (signal: AbortSignal): Promise<Result<HealthReport>> => {
    checks.push(signal)
    return answer()
  }
  watch = new HealthWatch({ isDue: () => isDue, check }, clock, SILENT, () => undefined)
})

it('checks once, 15 seconds after a crash was noticed, however often the database comes back', async () => {
  const looks = [watch.look(), watch.look()]
  await clock.untilAsleep(1, (ms) => ms === 15_000)
  expect(checks).toHaveLength(0)
  clock.advance(15_000)
  await Promise.all(looks)
  expect(checks).toHaveLength(1)
  expect(watch.status()).toEqual({ isRunning: false, checkedAt: clock.now(), damages: [], problem: null })
})

it('checks nothing without a crash, nor if another engine has checked meanwhile', async () => {
  isDue = false
  await watch.look()
  isDue = true
  const look = watch.look()
  await clock.untilAsleep(1, () => true)
  isDue = false
  clock.advance(15_000)
  await look
  expect(checks).toHaveLength(0)
})

it('keeps what a check found until the next one, also when that one fails', async () => {
  answer = async () => ok({ ...INTACT, damages: [DAMAGE] })
  await watch.check()
  expect(watch.status()).toMatchObject({ damages: [DAMAGE], problem: null })
  answer = async () => err({ category: 'STORAGE', message: 'The connection was lost.', retryable: true })
  await watch.check()
  expect(watch.status()).toMatchObject({ damages: [DAMAGE], problem: 'The connection was lost.', isRunning: false })
  answer = async () => ok(INTACT)
  await watch.check()
  expect(watch.status()).toMatchObject({ damages: [], problem: null })
})

it('joins a check that is under way, and ends it at a close', async () => {
  const ended = Promise.withResolvers<Result<HealthReport>>()
  answer = () => ended.promise
  const both = [watch.check(), watch.check()]
  expect([checks.length, watch.status().isRunning]).toEqual([1, true])
  const closed = watch.close()
  expect(checks[0]?.aborted).toBe(true)
  ended.resolve(err({ category: 'STORAGE', message: 'The connection was closed.', retryable: false }))
  await Promise.all([...both, closed])
  expect(watch.status().isRunning).toBe(false)
})

it('checks nothing after a close', async () => {
  const look = watch.look()
  await clock.untilAsleep(1, () => true)
  await watch.close()
  await look
  await watch.look()
  expect(checks).toHaveLength(0)
})
