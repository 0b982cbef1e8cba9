import type { AgentEvent, NewEvent } from './agent-event.ts'
import type { AppError } from './app-error.ts'
import type { TurnOutcome } from './stream-event.ts'
import type { FinishReason } from './usage.ts'

/** Why an answer with such an end is not complete, as the error of its turn. */
interface EndProblem {
  readonly category: AppError['category']
  readonly message: string
}

/**
 * What each end says of an answer without calls (docs/behaviour/turns.md#ends). Null: the answer is complete. Every end
 * must be decided here, and only those with null count as success, anywhere.
 */
const ENDS: Readonly<Record<FinishReason, EndProblem | null>> = {
  STOP: null,
  TOOL_USE: {
    category: 'INCOMPLETE',
    message:
      'The model ended its answer for a tool call, but no call arrived. Try again, or continue with another model.',
  },
  LENGTH: {
    category: 'INCOMPLETE',
    message: 'The answer was cut off at the output limit. Send “go on” to continue it, or raise max_output_tokens.',
  },
  CONTENT_FILTER: {
    category: 'CONTENT_FILTER',
    message:
      'The provider withheld the answer, or the rest of it (content filter or refusal). Rephrase the prompt, or ask another model.',
  },
  ERROR: {
    category: 'SERVER',
    message: 'The answer ended with an error of the provider. Send “go on” to continue it, or try again.',
  },
  UNKNOWN: {
    category: 'INCOMPLETE',
    message:
      'The provider ended the answer without a reason that ikigai knows, so it may not be complete. Send “go on” to continue it, or try again.',
  },
}

/** Returns why an answer without calls that ended like this is not complete; null: it is. */
export function incompleteEnd(reason: FinishReason): AppError | null {
  const problem = ENDS[reason]
  return problem === null ? null : { ...problem, retryable: false }
}

/** The error of a turn whose answer has neither text nor files nor calls, even after the model was asked once more. */
export const EMPTY_ANSWER: AppError = {
  category: 'INCOMPLETE',
  message: 'The model ended without an answer. Try again, or continue with another model.',
  retryable: false,
}

/** The error of a turn whose provider pauses, or repeats a response, without coming to an answer. */
export const NO_PROGRESS: AppError = {
  category: 'INCOMPLETE',
  message:
    'The turn was ended before there was an answer: the provider repeated itself without any progress. Send “go on” to continue, or continue with another model.',
  retryable: false,
}

/** The error of a turn that pauses at the limit of tool rounds. */
export function roundLimit(rounds: number): AppError {
  return {
    category: 'TOOL_ROUNDS',
    message: `The turn is paused after ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of tools, the limit of one turn. Continue it, or send a message. max_tool_turns sets the limit.`,
    retryable: false,
  }
}

/** Anything but white space, control characters and invisible format characters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Whether an answer has a text that can be seen, or files. Thinking is not an answer. */
export function saysSomething({
  content,
  data: { attachments = [] },
}: Extract<NewEvent, { kind: 'assistant' }>): boolean {
  return VISIBLE.test(content ?? '') || attachments.length > 0
}

/**
 * Whether the event is the complete answer of a turn: it calls no tool, says something, and its end is good. Without a
 * recorded end, as in imported conversations, it counts as complete.
 */
export function isCompleteAnswer(event: AgentEvent): boolean {
  if (event.kind !== 'assistant' || !saysSomething(event)) return false
  if ((event.data.blocks ?? []).some(({ type }) => type === 'tool_call')) return false
  const { finish_reason: reason } = event.data
  return reason === undefined || incompleteEnd(reason) === null
}

/** How a turn ended whose newest event is this one, from the log alone; null: the event ends no turn. */
export function recordedOutcome(event: AgentEvent): TurnOutcome | null {
  if (isCompleteAnswer(event)) return 'completed'
  if (event.kind === 'interrupted') return event.data.reason === 'cancelled' ? 'cancelled' : 'failed'
  return event.kind === 'error' || event.kind === 'assistant' ? 'failed' : null
}
