import type { AnswerTurn } from './answer-turns.ts'

/** Returns the recorded cost of a turn in US dollars; null if that of any of its responses is not completely known. */
export function turnCost({ responses }: AnswerTurn): number | null {
  if (responses.length === 0) return null
  return responses.reduce<number | null>((sum, { cost }) => {
    return sum === null || cost === null || cost.missing.length > 0 ? null : sum + cost.usd
  }, 0)
}

const TENTH_OF_A_CENT = 0.001
const CENTS_FROM = 0.1

/** Formats an amount with two significant digits: `$0.0042`, `$0.13`, `< $0.001`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars < TENTH_OF_A_CENT) return `< $${TENTH_OF_A_CENT}`
  return dollars < CENTS_FROM ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`
}
