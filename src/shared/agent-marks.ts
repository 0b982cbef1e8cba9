import type { AgentEvent } from './agent-event.ts'
import { type ContextReplay, replay } from './context-replay.ts'
import type { AgentId, EventId } from './ids.ts'

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
  readonly lastEdit: EventId | null
}

/** Returns the marks of a context. */
export function contextMarks(context: ContextReplay): AgentMarks {
  const marks = [...context.marks].map(([name, eventId]) => ({ name, eventId, setAt: context.markTime(eventId) }))
  return { marks, lastEdit: context.lastEdit?.id ?? null }
}

/** Returns the marks of an agent according to these events. Marks are never inherited. */
export function agentMarks(agentId: AgentId, events: readonly AgentEvent[]): AgentMarks {
  return contextMarks(replay(events.filter((event) => event.agentId === agentId)))
}
