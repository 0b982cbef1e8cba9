import type { CostSum } from '../../../shared/cost-sum.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { WinnerRule } from '../../../shared/race.ts'
import type { AttemptState } from './race-state.ts'

/** What the attempts cost. */
export type AttemptCosts = ReadonlyMap<AgentId, CostSum>

/**
 * Returns the winner: by the rule among the attempts that passed, and of equal ones the one that passed first. Null:
 * none passed.
 */
export function raceWinner(attempts: readonly AttemptState[], rule: WinnerRule, costs: AttemptCosts): AgentId | null {
  const passed = attempts.filter(({ passedAt }) => passedAt !== null)
  const ranks = passed.map((attempt) => ({ attempt, rank: [...rankOf(attempt, rule, costs), attempt.passedAt ?? 0] }))
  const [best] = ranks.toSorted((a, b) => compared(a.rank, b.rank))
  return best?.attempt.agentId ?? null
}

/** Numbers in the order in which they count; less is better. */
function rankOf(attempt: AttemptState, rule: WinnerRule, costs: AttemptCosts): readonly number[] {
  if (rule === 'first') return []
  if (rule === 'fastest') return [attempt.activeMs]
  if (rule === 'smallest') {
    const { added, removed, files } = attempt.changes ?? { added: 0, removed: 0, files: 0 }
    return [added + removed, files]
  }
  const { usd, unpriced, partial } = costs.get(attempt.agentId) ?? { usd: 0, unpriced: 1, partial: 0 }
  // A cost that is not known is never taken for less than one that is.
  return [unpriced + partial === 0 ? 0 : 1, usd]
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const difference = left - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
