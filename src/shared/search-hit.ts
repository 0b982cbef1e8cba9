import type { AgentEvent } from './agent-event.ts'
import type { AgentId, EventId } from './ids.ts'

/** An event that contains the searched text. An event shared by several agents is one hit. */
export interface SearchHit {
  readonly event: AgentEvent
  /** One or two lines around the first match. */
  readonly excerpt: string
  /** Agents whose context contains the event now: its own agent and forks of it. Empty: it is in the log only. */
  readonly inContextOf: readonly AgentId[]
}

export interface SearchPage {
  /** Newest first. */
  readonly hits: readonly SearchHit[]
  /** Where to search on for older ones (`beforeId`); null: there are none. */
  readonly olderBefore: EventId | null
  /** Whether the search ended after a time, so that older events were not searched yet. */
  readonly isUnfinished: boolean
}
