import { z } from 'zod'

import type { JsonValue } from './json.ts'

/**
 * What takes room on the disk, largest parts of a usual log first. `events`: the log and the sums over it; `search`: the
 * indexes for searching; `hashes`: those of the log with their index; `files`: attached ones; `indexes`: all other
 * indexes; `other`: agents, mail, settings and PostgreSQL's own tables; `write_ahead_log`: of the whole server;
 * `tool_output`: files with whole outputs of tools; `checkpoints`: states of files in working folders; `worktrees`:
 * those of agents.
 */
export const ROOM_KINDS = [
  'events',
  'search',
  'hashes',
  'files',
  'indexes',
  'other',
  'write_ahead_log',
  'tool_output',
  'checkpoints',
  'worktrees',
] as const
export type RoomKind = (typeof ROOM_KINDS)[number]

/** The kinds in English; the events are shown with their number. */
export const ROOM_WORDS: Readonly<Record<Exclude<RoomKind, 'events'>, string>> = {
  search: 'Index for searching',
  hashes: 'Hashes',
  files: 'Attached files',
  indexes: 'Other indexes',
  other: 'Everything else in the database',
  write_ahead_log: 'Write-ahead log of the server',
  tool_output: 'Whole outputs of tools',
  checkpoints: 'Checkpoints of files',
  worktrees: 'Worktrees of agents',
}

export interface RoomReport {
  /** Events in the log. */
  readonly events: number
  /** Bytes by kind, in the order of ROOM_KINDS. Null: the user of the database may not know it. */
  readonly parts: readonly { readonly kind: RoomKind; readonly bytes: number | null }[]
  /** Bytes of all parts that are known. */
  readonly total: number
  /**
   * Bytes of the database, contained in its parts, that hold nothing: rows that a killed import left, and free space, which later
   * rows take. Null: the user of the database may not measure it, the server lacks the extensions for it, or it takes too long.
   */
  readonly unused: number | null
  /** What the rule `tool_output_days` has removed. */
  readonly removedOutputs: RemovedOutputs
}

/** Bytes that hold nothing below which they are not shown: every database has some. */
export const SMALL_UNUSED = 8 * 1024 * 1024

/** What was freed in the database. */
export interface FreedSpace {
  /** Bytes that were given back to the disk. */
  readonly freed: number
  /** Bytes that hold nothing still, and are for later rows. Null: as `unused` of `RoomReport`. */
  readonly left: number | null
}

const removedOutputsSchema = z.object({
  files: z.number().int().nonnegative(),
  bytes: z.number().nonnegative(),
  days: z.number().int().nonnegative(),
  lastAt: z.number().nullable(),
})

/** Files with whole outputs of tools that were removed: their number, bytes, the days of the rule then, and when last (ms since the epoch). */
export type RemovedOutputs = z.infer<typeof removedOutputsSchema>

export const NO_REMOVED_OUTPUTS: RemovedOutputs = { files: 0, bytes: 0, days: 0, lastAt: null }

/** Null: it is none. */
export function parseRemovedOutputs(stored: JsonValue): RemovedOutputs | null {
  return removedOutputsSchema.safeParse(stored).data ?? null
}
