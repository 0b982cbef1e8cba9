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

/** What is known about the files of the database since this engine was opened. */
export interface HealthStatus {
  readonly isRunning: boolean
  /** When the last check ended, ms since the epoch; null: none has. */
  readonly checkedAt: number | null
  /** What the last check found. */
  readonly damages: readonly TableDamage[]
  /** For the user: why the last check did not end; null: it did. */
  readonly problem: string | null
}

/** The status before the first check. */
export const NOT_CHECKED: HealthStatus = { isRunning: false, checkedAt: null, damages: [], problem: null }

/** Returns what is damaged in words: `table public.messages`, `index public.messages_text of messages`. */
export function damagedName({ name, table, isIndex }: TableDamage): string {
  if (isIndex) return `index ${name} of ${table}`
  return `table ${name}${name.endsWith(`.${table}`) ? '' : ` of ${table}`}`
}
