/** What decides when the next backup is made. Times are ms since the epoch. */
export interface BackupTimes {
  readonly everyHours: number
  /** When this engine started. */
  readonly startedAt: number
  /** Of the last complete backup; null: there is none. */
  readonly madeAt: number | null
  /** When the last attempt of this engine failed; null: none has. */
  readonly failedAt: number | null
}

const HOUR_MS = 3_600_000
/** A start has other work to do. */
const AFTER_START_MS = 10 * 60_000
const RETRY_MS = HOUR_MS

/** Returns when the next backup is due; null: never. */
export function nextBackupAt({ everyHours, startedAt, madeAt, failedAt }: BackupTimes): number | null {
  if (everyHours === 0) return null
  const due = madeAt === null ? startedAt : madeAt + everyHours * HOUR_MS
  const retry = hasFailedSince(madeAt, failedAt) ? failedAt + RETRY_MS : 0
  return Math.max(due, startedAt + AFTER_START_MS, retry)
}

/** Whether the last attempt failed, and nobody has made a backup since. */
export function hasFailedSince(madeAt: number | null, failedAt: number | null): failedAt is number {
  return failedAt !== null && (madeAt === null || madeAt < failedAt)
}

/** Whether the last backup is older than it should be. Without one, only a failure says so. */
export function isBackupLate({ everyHours, madeAt }: Pick<BackupTimes, 'everyHours' | 'madeAt'>, now: number): boolean {
  return everyHours > 0 && madeAt !== null && now - madeAt > 2 * everyHours * HOUR_MS
}
