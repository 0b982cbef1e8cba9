import type { AnswerTurn } from './answer-turns.ts'

/** Returns the recorded cost of a turn in US dollars; null if that of any of its responses is not completely known. */
export function turnCost({ responses }: AnswerTurn): number | null {
  if (responses.length === 0) return null
  return responses.reduce<number | null>((sum, { cost }) => {
    return sum === null || cost === null || cost.missing.length > 0 ? null : sum + cost.usd
  }, 0)
}
