import type { AnswerSource } from '../../shared/answer-source.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { columnLetter } from '../store/column-letters.ts'
import { answeredByAll } from './align-turns.ts'
import type { LetteredAnswer } from './answers-prompt.ts'
import type { AnswerTurn } from './answer-turns.ts'
import type { ComparedTurns } from './align-turns.ts'
import { defined } from '../../shared/defined.ts'

/** Answers of a comparison that a model merges or judges. */
export interface ChosenAnswers {
  /** What all of them answer; null: their prompts differ. */
  readonly prompt: string | null
  /** In the order of the columns. */
  readonly answers: readonly (LetteredAnswer & { readonly source: AnswerSource })[]
  /** Where the model that is asked begins: before the prompt of the first answer. */
  readonly place: { readonly agentId: AgentId; readonly before: EventId }
}

/**
 * Returns the answers of some columns: those to the newest prompt that all of them answered, else the newest of each.
 * Null: fewer than two have an answer. `columns`: indexes, in order.
 */
export function chosenAnswers(
  agents: readonly AgentId[],
  { columns: turns, rows }: ComparedTurns,
  columns: readonly number[],
): ChosenAnswers | null {
  const row = columns.length < 2 ? undefined : answeredByAll(rows, columns).at(-1)
  const chosen = columns.flatMap((index) => {
    const turn = row === undefined ? newestAnswer(turns[index] ?? []) : row.turns[index]
    const agent = agents[index]
    return turn == null || agent === undefined ? [] : [{ index, agent, turn }]
  })
  const [first] = chosen
  if (first === undefined || chosen.length < 2) return null
  return {
    prompt: row?.prompt ?? null,
    answers: chosen.map(({ index, agent, turn }) => ({
      letter: columnLetter(index),
      prompt: row === undefined ? turn.prompt : null,
      text: turn.text,
      source: sourceOf(agent, turn),
    })),
    place: { agentId: first.agent, before: first.turn.promptId },
  }
}

/** Returns an answer as votes and merges store it. */
export function sourceOf(agent: AgentId, { answerIds, model }: AnswerTurn): AnswerSource {
  return { agent, events: answerIds, ...defined({ model: model ?? undefined }) }
}

/** Returns the newest turn with an answer. */
export function newestAnswer(turns: readonly AnswerTurn[]): AnswerTurn | null {
  return turns.findLast(({ answerIds }) => answerIds.length > 0) ?? null
}
