import type { AgentId, EventId } from '../../../../shared/ids.ts'

interface KnownEvent {
  readonly id: EventId
  readonly agent: AgentId
  /** The parts of an answer that are in the log. */
  readonly parts: ReadonlySet<string>
}

/** What the log has of a session. */
export interface KnownSession {
  /** The agent that the conversation went on in. Null: the session is new. */
  readonly main: AgentId | null
  readonly events: ReadonlyMap<string, KnownEvent>
  /** Identities of the records. */
  readonly records: ReadonlySet<string>
}

export const NEW_SESSION: KnownSession = { main: null, events: new Map(), records: new Set() }
