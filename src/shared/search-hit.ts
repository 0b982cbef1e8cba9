import type { AgentEvent } from './agent-event.ts'
import type { AgentId } from './ids.ts'

/** An event that holds the words. An event that several agents share is one hit. */
export interface SearchHit {
  readonly event: AgentEvent
  /** A line or two round the first match. */
  readonly excerpt: string
  /** Agents whose context holds the event now: its own agent and forks of it. Empty: it is in the log only. */
  readonly inContextOf: readonly AgentId[]
}

export interface SearchPage {
  /** Newest first. */
  readonly hits: readonly SearchHit[]
  readonly hasOlder: boolean
}
