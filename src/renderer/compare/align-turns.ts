import { diffArrays } from 'diff'

import type { AnswerTurn } from './answer-turns.ts'

/** One prompt across all columns; null where an agent was not asked it. */
export interface AlignedTurn {
  readonly prompt: string
  readonly turns: readonly (AnswerTurn | null)[]
}

/**
 * Puts the turns of several agents beside each other, by the words of their prompts: what was asked of all stands in one
 * row, what was asked of some only stands in a row of its own, and each agent's own order is kept.
 */
export function alignTurns(columns: readonly (readonly AnswerTurn[])[]): readonly AlignedTurn[] {
  return columns.reduce<readonly AlignedTurn[]>((rows, column, index) => merged(rows, column, index), [])
}

/** The rows that every one of the columns has an answer in. */
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
