import { diffArrays } from 'diff'

import type { AnswerTurn } from './answer-turns.ts'

/** One prompt across all columns; null for agents that did not receive it. */
export interface AlignedTurn {
  readonly prompt: string
  readonly turns: readonly (AnswerTurn | null)[]
}

/** What compared agents were asked and answered, as far as it is loaded. */
export interface ComparedTurns {
  /** The turns of each agent. */
  readonly columns: readonly (readonly AnswerTurn[])[]
  readonly rows: readonly AlignedTurn[]
}

/**
 * Aligns the turns of several agents by the text of their prompts: a prompt that all agents received is one row, a
 * prompt of only some agents a row of its own. The order of each agent's turns is kept.
 */
export function alignTurns(columns: readonly (readonly AnswerTurn[])[]): readonly AlignedTurn[] {
  return columns.reduce<readonly AlignedTurn[]>((rows, column, index) => merged(rows, column, index), [])
}

/** Returns the rows in which every one of the columns has an answer. */
export function answeredByAll(rows: readonly AlignedTurn[], columns: readonly number[]): readonly AlignedTurn[] {
  return rows.filter(({ turns }) => columns.every((column) => (turns[column]?.answerIds.length ?? 0) > 0))
}

function merged(rows: readonly AlignedTurn[], column: readonly AnswerTurn[], index: number): readonly AlignedTurn[] {
  const next: AlignedTurn[] = []
  const left = rows.values()
  const right = column.values()
  const before = Array.from({ length: index }, () => null)
  for (const change of diffArrays(promptsOf(rows), promptsOf(column))) {
    for (let count = change.count; count > 0; count -= 1) {
      const row = change.added ? undefined : left.next().value
      const turn = change.removed ? null : (right.next().value ?? null)
      next.push({ prompt: (row ?? turn)?.prompt ?? '', turns: [...(row?.turns ?? before), turn] })
    }
  }
  return next
}

function promptsOf(turns: readonly { readonly prompt: string }[]): string[] {
  return turns.map(({ prompt }) => prompt.trim())
}
