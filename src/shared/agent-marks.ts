import type { EventId } from './ids.ts'

/** A mark that can be rewound to and forked from. */
export interface AgentMark {
  readonly name: string
  /** The event that recorded it. */
  readonly eventId: EventId
  /** ISO 8601, UTC. */
  readonly setAt: string
}

/** The marks in an agent's current context. */
export interface AgentMarks {
  /** In the order in which they were set. A name that was set again is placed where it was set last. */
  readonly marks: readonly AgentMark[]
  /** The clear, rewind or summary that `/clear --undo` reverts; null if there is none. */
  readonly lastAct: EventId | null
}
