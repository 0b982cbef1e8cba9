import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'

/** How often the same rounds of tools may follow each other with the same results before the turn is ended. */
export const MAX_SAME_ROUNDS = 10
/** Longest sequence of rounds that is recognized when it repeats, as in call A, call B, call A, call B. */
const LONGEST_CYCLE = 4

/** What a turn remembers of its rounds of tools to recognize that it does not get anywhere. */
export interface RepeatedRounds {
  /** The newest rounds as texts, newest first; at most `LONGEST_CYCLE`. */
  readonly recent: readonly string[]
  /** For each length of a cycle, from 1: how many of the newest rounds equal the round one cycle before. */
  readonly equal: readonly number[]
}

export const NO_ROUNDS: RepeatedRounds = { recent: [], equal: [] }

/** Returns the state after a round: the calls of one answer and their results. */
export function withRound(
  { recent, equal }: RepeatedRounds,
  calls: readonly ToolCallBlock[],
  results: readonly NewEvent[],
): RepeatedRounds {
  const round = JSON.stringify([calls.map(({ name, arguments: args }) => [name, args]), results.map(resultOf)])
  return {
    recent: [round, ...recent].slice(0, LONGEST_CYCLE),
    equal: Array.from({ length: LONGEST_CYCLE }, (_, index) => (recent[index] === round ? (equal[index] ?? 0) + 1 : 0)),
  }
}

/** The error of a turn whose newest rounds are one sequence `MAX_SAME_ROUNDS` times in a row; null: they are not. */
export function loopError({ equal }: RepeatedRounds): AppError | null {
  const index = equal.findIndex((count, each) => count >= (each + 1) * (MAX_SAME_ROUNDS - 1))
  if (index === -1) return null
  const what = index === 0 ? 'made the same calls' : `repeated the same ${index + 1} rounds of calls`
  return {
    category: 'TOOL_LOOP',
    message: `The turn was stopped: the model ${what} ${MAX_SAME_ROUNDS} times in a row, each time with the same results. Tell it what to do differently, or continue it as it is.`,
    retryable: false,
  }
}

function resultOf(event: NewEvent): unknown {
  return event.kind === 'tool_result' ? [event.content, event.data.is_error === true] : null
}
