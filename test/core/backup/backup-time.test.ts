import { expect, it } from 'vitest'

import { type BackupTimes, isBackupLate, nextBackupAt } from '../../../src/main/core/backup/backup-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2026-11-16T09:00:00Z')

const times = (wishes: Partial<BackupTimes>): BackupTimes => ({
  everyHours: 24,
  startedAt: NOW,
  madeAt: null,
  failedAt: null,
  ...wishes,
})

it.each<readonly [string, Partial<BackupTimes>, number | null]>([
  ['never, if it is switched off', { everyHours: 0 }, null],
  ['ten minutes after the start, without a backup', {}, NOW + 10 * MINUTE],
  ['a day after the last one', { madeAt: NOW - HOUR }, NOW + 23 * HOUR],
  ['after the start, if it was due before', { madeAt: NOW - 100 * HOUR }, NOW + 10 * MINUTE],
  ['an hour after a failure', { failedAt: NOW + 10 * MINUTE }, NOW + 70 * MINUTE],
  ['by the last one, if it is newer than the failure', { failedAt: NOW, madeAt: NOW + 1 }, NOW + 24 * HOUR + 1],
])('a backup is due %s', (_when, wishes, expected) => {
  expect(nextBackupAt(times(wishes))).toBe(expected)
})

it.each([
  [24, NOW - 48 * HOUR, false],
  [24, NOW - 48 * HOUR - 1, true],
  [168, NOW - 48 * HOUR - 1, false],
  [0, NOW - 1_000 * HOUR, false],
  [24, null, false],
])('every %i hours, the last at %s: late is %s', (everyHours, madeAt, isLate) => {
  expect(isBackupLate({ everyHours, madeAt }, NOW)).toBe(isLate)
})
