import type { ForeignTool } from './foreign-tools.ts'
import type { AgentId } from './ids.ts'

/** What an import of sessions of other tools did. */
export interface ForeignReport {
  readonly sessions: readonly SessionReport[]
  /** Files, and damaged parts of files, of which nothing was imported. */
  readonly unread: readonly UnreadSource[]
}

/** What is not imported, and why. */
export interface UnreadSource {
  /** A file, or a place in one. */
  readonly source: string
  readonly reason: string
  /** False: it was read, and has no message. */
  readonly isDamaged: boolean
}

/** Every record of a session is counted once: `records` is the sum of `known`, `events` and those of `kept`. */
export interface SessionReport {
  readonly tool: ForeignTool
  readonly session: string
  readonly name: string
  readonly source: string
  /** The new agents. */
  readonly agents: readonly AgentId[]
  /** The agent that the conversation goes on in. Null: nothing of the session is in the log. */
  readonly main: AgentId | null
  readonly records: number
  /** Records that an earlier import had. */
  readonly known: number
  /** Records that became events, or parts of events. */
  readonly asEvents: number
  /** New events of the log. */
  readonly events: number
  /** Stored files, such as pictures. */
  readonly files: number
  /** Records that are no events; they are kept in their raw form. */
  readonly kept: readonly KeptRecords[]
  /** Parts of records that became events, which are only in the raw form. */
  readonly notes: readonly KeptRecords[]
  /** Why nothing of the session was imported. Missing: it was, or nothing was new. */
  readonly problem?: string
}

export interface KeptRecords {
  readonly reason: string
  readonly count: number
  /** Where the first of them are in the source. */
  readonly places: readonly string[]
}

/** How many places are named for one reason. */
const MAX_PLACES = 5

/** Counts records by reason, in the order in which the reasons appear. */
export function keptByReason(
  kept: Iterable<{ readonly place: string; readonly reason: string }>,
): readonly KeptRecords[] {
  const groups = Map.groupBy(kept, ({ reason }) => reason)
  return [...groups].map(([reason, all]) => ({
    reason,
    count: all.length,
    places: all.slice(0, MAX_PLACES).map(({ place }) => place),
  }))
}

export function keptCount(kept: readonly KeptRecords[]): number {
  return kept.reduce((sum, { count }) => sum + count, 0)
}
