/** What is known about the scheduled backups of an engine. */
export interface BackupStatus {
  /** Where they go, absolute; null: none are made. */
  readonly folder: string | null
  /** Hours between two backups; 0: none are made. */
  readonly everyHours: number
  /** Of the last complete backup in the folder, ms since the epoch; null: there is none, or it could not be read. */
  readonly madeAt: number | null
  readonly isRunning: boolean
  /** For the user: why the last attempt failed; null: it did not. */
  readonly problem: string | null
  /** Whether the last backup is older than two of these periods. */
  readonly isLate: boolean
}

/** The status where no backups are scheduled. */
export const NO_BACKUPS: BackupStatus = {
  folder: null,
  everyHours: 0,
  madeAt: null,
  isRunning: false,
  problem: null,
  isLate: false,
}
