import type { AgentId, EventId } from './ids.ts'

/** An answer that a merge, a judgement or a vote refers to, as it is stored. */
export interface AnswerSource {
  readonly agent: AgentId
  /** The events of the answer, oldest first. */
  readonly events: readonly EventId[]
  /** The model that answered. Missing: not known. */
  readonly model?: string | undefined
  /** The letter under which a judge or a merging model saw it, from A on. Missing: none, or an older row. */
  readonly letter?: string | undefined
}
