import type { Result } from '../../../shared/result.ts'

/** A table or an index that cannot be read as it should be. */
export interface TableDamage {
  /** With its schema. */
  readonly name: string
  /** The table that it belongs to. */
  readonly table: string
  readonly isIndex: boolean
  /** What PostgreSQL says. */
  readonly problem: string
}

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
