import type { AgentEvent } from './agent-event.ts'
import type { AgentId, EventId } from './ids.ts'

/** One piece of an agent's context and the event that put it there, which may be an ancestor's. */
export interface ContextSegment {
  readonly event: AgentEvent
  /** As the provider reported them; null where it reports none (a prompt, a tool's result). Never an estimate. */
  readonly tokens: number | null
}

/** What is in an agent's context now, and why. */
export interface ContextLedger {
  readonly agentId: AgentId
  readonly system: { readonly eventId: EventId; readonly content: string } | null
  /** What the agent and those above it are told about themselves: the root first, behind the system prompt, then each where its fork begins. */
  readonly about?: readonly { readonly agentId: AgentId; readonly text: string }[]
  /** In the order in which they were set. */
  readonly marks: readonly { readonly name: string; readonly eventId: EventId }[]
  /** Oldest first. */
  readonly segments: readonly ContextSegment[]
  /** What `/clear --undo` would undo. */
  readonly lastAct: 'clear' | 'rewind' | 'summary' | null
}
