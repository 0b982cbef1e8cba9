import type { AnswerSource } from './answer-source.ts'
import type { EventId } from './ids.ts'

/** What a merge of a branch, or of one of its turns, adds to the context of another agent. */
export interface BranchMerge {
  /** The text as it is added: the given one, or the newest answer. */
  readonly text: string
  /** Its tokens, estimated. */
  readonly tokens: number
  /** Most tokens that the text may have. */
  readonly maxTokens: number
  /** Tokens of the whole branch, estimated: what the agent has in its context beyond what it inherits. */
  readonly branchTokens: number
  /** The messages that are merged. The model is that of the newest answer. */
  readonly source: AnswerSource
  /** The `merge` event; null: it was only a preview. */
  readonly eventId: EventId | null
}

/** The share of a branch's tokens that a merge of it may have, unless the person gives another limit. */
export const MERGED_SHARE = 0.05
