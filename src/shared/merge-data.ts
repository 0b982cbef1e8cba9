import type { AnswerSource } from './answer-source.ts'

/**
 * A text (`content`) that a user added to the context: a model merged it from several answers, or it is about another
 * agent's branch.
 */
export interface MergeData {
  readonly sources: readonly AnswerSource[]
  /** The answer that the text was taken from. The user may have changed it. */
  readonly merged: AnswerSource
  /**
   * The text is about one branch, which is the only source: its newest answer, what a model wrote about it in a fork of
   * it, or what a user wrote. Missing: it is not about one branch.
   */
  readonly branch?: 'answer' | 'model' | 'person'
}

/** A user prefers an answer of this agent to others. The newest vote about an answer counts. */
export interface VoteData {
  readonly answer: AnswerSource
  readonly over: readonly AnswerSource[]
  /** The user no longer prefers it. */
  readonly withdrawn?: true
}
