import type { AgentEvent } from './agent-event.ts'
import type { EventId } from './ids.ts'
import { type ModelOptions, NO_OPTIONS } from './model-options.ts'

/** The event that set a system prompt, and its text. */
export interface SystemPrompt {
  readonly eventId: EventId
  readonly content: string | null
}

/** The context that a replay begins with. */
export interface ContextBase {
  readonly items: readonly AgentEvent[]
  readonly system: SystemPrompt | null
  readonly options: ModelOptions
  readonly lastId: EventId
  /** The last event that a fork of this context inherits something from. 0: there is none. */
  readonly placeId: EventId
  readonly prefixChangedAt: EventId | null
}

export const EMPTY_BASE: ContextBase = {
  items: [],
  system: null,
  options: NO_OPTIONS,
  lastId: 0,
  placeId: 0,
  prefixChangedAt: null,
}
