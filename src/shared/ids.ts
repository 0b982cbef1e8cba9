/** A UUID v4. All digits are random, so short prefixes distinguish agents. */
export type AgentId = string

/**
 * Position of an event in the log: a 64-bit sequence of the database. Events are ordered by id, never by time.
 * A JavaScript number holds it exactly up to 2^53, which is 285 years of a million events per second.
 */
export type EventId = number

/** A sequence of the database, for mail between agents. */
export type MailId = number

/** A UUID v4. A turn is one user prompt up to the final answer, with all model requests and tool calls in between. */
export type TurnId = string

const SHORT_ID_LENGTH = 6

/** Returns the form that users read and type: `abc123`. */
export function shortAgentId(id: AgentId): string {
  return id.slice(0, SHORT_ID_LENGTH)
}
