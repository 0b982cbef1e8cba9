/** What a kind of work is told by. `source`: how it was decided. `file_type`: which files were changed. */
export const STANDING_KINDS = ['all', 'source', 'folder', 'file_type', 'tools', 'length'] as const
export type StandingKind = (typeof STANDING_KINDS)[number]

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
