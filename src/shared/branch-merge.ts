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

/** The share of a branch's tokens that a merge of it may have, unless the user gives another limit. */
export const MERGED_SHARE = 0.05

interface SummaryWish {
  /** Whether only the last turn of the branch is meant. */
  readonly isTurn: boolean
  /** Most tokens of the text. */
  readonly maxTokens: number
}

/** Characters per token that are said to the model: less than the usual estimate, so that the text stays below the limit. */
const CHARACTERS_PER_TOKEN = 3

/** Returns the prompt that asks a model, in a fork of the branch, for the text of a merge. */
export function branchSummaryPrompt({ isTurn, maxTokens }: SummaryWish): string {
  return [
    `Write a report about ${isTurn ? 'the last turn' : 'this branch'} of the conversation, for an agent that knows only what came before it.`,
    'Say what came out, what was decided and why, and what is still open. Keep names, paths and figures exact.',
    `Use at most ${maxTokens * CHARACTERS_PER_TOKEN} characters. Call no tools. Write only the report.`,
  ].join('\n')
}
