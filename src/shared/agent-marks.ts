import type { EventId } from './ids.ts'

/** A mark that can be rewound to and forked from. */
export interface AgentMark {
  readonly name: string
  /** The event that set it. */
  readonly eventId: EventId
  /** ISO 8601, UTC. */
  readonly setAt: string
}

/** The marks of an agent's context as it is now. */
export interface AgentMarks {
  /** In the order in which they were set; a name that was used again stands where it was set last. */
  readonly marks: readonly AgentMark[]
  /** The clear, rewind or summary that `/clear --undo` takes back; null: there is none. */
  readonly lastAct: EventId | null
}
