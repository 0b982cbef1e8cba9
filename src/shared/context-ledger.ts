import type { AgentEvent } from './agent-event.ts'
import type { AgentId, EventId } from './ids.ts'

/** One part of an agent's context and the event that added it, which may be an ancestor's. */
export interface ContextSegment {
  readonly event: AgentEvent
  /** As reported by the provider; null if it reports none (a prompt, a tool's result). Never an estimate. */
  readonly tokens: number | null
  /** The event's files with their estimated tokens, as the agent's model is sent them. Missing: none. */
  readonly files?: readonly { readonly sha256: string; readonly name: string; readonly tokens: number }[]
}

/** The contents of an agent's context and their origin. */
export interface ContextLedger {
  readonly agentId: AgentId
  readonly system: { readonly eventId: EventId; readonly content: string } | null
  /**
   * Texts that describe the agent and its ancestors to the model: the root's first, after the system prompt, then each
   * one where its fork begins.
   */
  readonly about?: readonly { readonly agentId: AgentId; readonly text: string }[]
  /** In the order in which they were set. */
  readonly marks: readonly { readonly name: string; readonly eventId: EventId }[]
  /** Oldest first. */
  readonly segments: readonly ContextSegment[]
  /** The last such change, which `/clear --undo` would revert. Null: none. */
  readonly lastEdit: 'clear' | 'rewind' | 'summary' | null
}
