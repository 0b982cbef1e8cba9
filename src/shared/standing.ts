/** What a kind of work is told by. `source`: how it was decided. `file_type`: which files were changed. */
export const STANDING_KINDS = ['all', 'source', 'folder', 'file_type', 'tools', 'length'] as const
export type StandingKind = (typeof STANDING_KINDS)[number]

/** What tells the kind of work that a pool chooses a model for, the most specific first. */
export const POOL_KINDS = ['folder', 'file_type', 'tools', 'length', 'all'] as const satisfies readonly StandingKind[]
export type PoolKind = (typeof POOL_KINDS)[number]

/** What is known about an agent's work; missing: not known yet. */
export type AgentWork = Readonly<Partial<Record<Exclude<PoolKind, 'all'>, string | undefined>>>

/** How often a model won at one kind of work (docs/sql.md#standing). */
export interface StandingRow {
  readonly kind: StandingKind
  /** Such as a folder, or `ts`. */
  readonly value: string
  readonly provider: string
  readonly model: string
  readonly thinkingLevel: string
  /** Five or more. */
  readonly cases: number
  readonly won: number
  /** Share of the cases that were won, with the 95 % interval of Wilson. */
  readonly rate: number
  readonly low: number
  readonly high: number
  /** Of the cases whose cost is known, US dollars; null: of none. */
  readonly meanCostUsd: number | null
  /** Time of the model's responses in a case, ms; null: of none is it known. */
  readonly medianResponseMs: number | null
}
