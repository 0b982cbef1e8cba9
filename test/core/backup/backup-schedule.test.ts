import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { BackupSchedule } from '../../../src/main/core/backup/backup-schedule.ts'
import type { BackupRunner, BackupWarnings } from '../../../src/main/core/ports/backup-ports.ts'
import type { Logger } from '../../../src/main/core/ports/system-ports.ts'
import { NO_BACKUPS } from '../../../src/shared/backup-status.ts'
import { DONE, ok, refuse, type Result } from '../../../src/shared/result.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MADE = ok({ replacedProblem: null, unsigned: null })
const logger: Logger = {
  info() {},
  warn: (text, facts) => warnings.push(`${text}: ${JSON.stringify(facts)}`),
  error() {},
}

let clock: SteppedClock
let config: typeof DEFAULT_CONFIG & { backupEveryHours: number }
/** The folder of the backups, as several engines see it. */
let folder: { path: string | null; madeAt: number | null }
let answer: () => Promise<Result<BackupWarnings>>
let warnings: string[]
let made: number[]
let schedule: BackupSchedule
let running: Promise<void>

const runner: BackupRunner = {
  folder: () => folder.path,
  lastMadeAt: async () => ok(folder.madeAt),
  async make(_folder, signal) {
    made.push(clock.now())
    const result = await answer()
    if (result.ok && !signal.aborted) folder.madeAt = clock.now()
    return result
  },
}

beforeEach(() => {
  clock = new SteppedClock()
  config = { ...DEFAULT_CONFIG, backupEveryHours: 24 }
  folder = { path: '/backup', madeAt: null }
  answer = async () => MADE
  made = []
  warnings = []
  schedule = new BackupSchedule(runner, config, clock, logger, () => undefined)
  running = schedule.run()
})
afterEach(async () => {
  await schedule.close()
  await running
})

/** Lets the time pass, look by look; returns when backups were begun, in ms after the start. */
async function pass(ms: number): Promise<readonly number[]> {
  const [start, before] = [clock.now(), made.length]
  for (let left = ms; left > 0;) {
    await clock.untilAsleep(1, () => true)
    const step = Math.min(
      left,
      clock.untilWake(() => true),
    )
    clock.advance(step)
    left -= step
  }
  await clock.untilAsleep(1, () => true)
  return made.slice(before).map((at) => at - start)
}

it('makes a backup soon after the start, and then every day', async () => {
  expect(await pass(49 * HOUR)).toEqual([10 * MINUTE, 24 * HOUR + 10 * MINUTE, 48 * HOUR + 10 * MINUTE])
  expect(schedule.status()).toMatchObject({ folder: '/backup', problem: null, isLate: false, isRunning: false })
})

it('tries again an hour after a failure, and says what failed until one succeeds', async () => {
  answer = async () => refuse('The disk is full.')
  expect(await pass(2 * HOUR)).toEqual([10 * MINUTE, 70 * MINUTE])
  expect(schedule.status()).toMatchObject({ problem: 'The disk is full.', madeAt: null })
  answer = async () => MADE
  expect(await pass(HOUR)).toEqual([10 * MINUTE])
  expect(schedule.status()).toMatchObject({ problem: null, madeAt: clock.now() - 50 * MINUTE })
})

it('logs that a replaced backup was written again, and that one is not signed', async () => {
  await pass(HOUR)
  expect(warnings).toEqual([])
  answer = async () => ok({ replacedProblem: 'It was replaced.', unsigned: 'The keychain does not answer.' })
  await schedule.backUp()
  expect(warnings).toEqual([
    'All of the backup was written again: {"reason":"It was replaced."}',
    'The backup is not signed: {"reason":"The keychain does not answer."}',
  ])
  expect(schedule.status()).toMatchObject({ problem: null })
})

it('counts the backup of another engine in the same folder', async () => {
  folder.madeAt = clock.now() + 5 * MINUTE
  expect(await pass(24 * HOUR)).toEqual([])
  expect(await pass(HOUR)).toEqual([5 * MINUTE])
})

it('follows changes of the settings', async () => {
  config.backupEveryHours = 0
  expect(await pass(100 * HOUR)).toEqual([])
  config.backupEveryHours = 168
  folder.path = null
  expect(await pass(HOUR)).toEqual([])
  expect(await schedule.backUp()).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
  folder.path = '/other'
  expect(await pass(HOUR)).toHaveLength(1)
})

it('makes one backup at a time, and says when the last one is late', async () => {
  const held = Promise.withResolvers<Result<BackupWarnings>>()
  answer = () => held.promise
  const both = [schedule.backUp(), schedule.backUp()]
  expect([made.length, schedule.status().isRunning]).toEqual([1, true])
  held.resolve(MADE)
  expect(await Promise.all(both)).toEqual([DONE, DONE])
  answer = async () => refuse('The folder is gone.')
  await pass(49 * HOUR)
  expect(schedule.status()).toMatchObject({ isLate: true, problem: 'The folder is gone.' })
})

it('is empty where backups cannot be made', () => {
  const none = new BackupSchedule(undefined, config, clock, logger, () => undefined)
  expect(none.status()).toEqual(NO_BACKUPS)
})
