/** A UUID v4. Random from its first digit on, so that short prefixes tell agents apart. */
export type AgentId = string

/**
 * Position of an event in the log: a 64-bit sequence of the database. Events are ordered by id, never by time.
 * A JavaScript number holds it exactly up to 2^53, which is 285 years of a million events per second.
 */
export type EventId = number

/** A UUID v4: one user prompt up to the final answer, every model request and tool batch in between. */
export type TurnId = string

const SHORT_ID_LENGTH = 6

/** The form that people read and type: `abc123`. */
export function shortAgentId(id: AgentId): string {
  return id.slice(0, SHORT_ID_LENGTH)
}
