import type { TableDamage } from '../../../shared/database-health.ts'
import type { Result } from '../../../shared/result.ts'

export interface HealthReport {
  /** Tables and indexes that were checked. */
  readonly checked: number
  /** Whether structures were compared too, not only pages read. */
  readonly isThorough: boolean
  readonly damages: readonly TableDamage[]
}

/** Checks the files of this user's database, without an engine. */
export interface DataHealth {
  check(): Promise<Result<HealthReport>>
}

/** Checks the files of an engine's database. */
export interface StorageHealth {
  /** Whether the database server has crashed, and no check since then has found everything intact. */
  isDue(): boolean
  /** Reads every page while the engine works. Resolves with an error when the signal aborts. */
  check(signal: AbortSignal): Promise<Result<HealthReport>>
}
