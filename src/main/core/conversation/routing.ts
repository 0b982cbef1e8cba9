import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type AppError, ERRORS } from '../../../shared/app-error.ts'
import type { ModelPool } from '../../../shared/model-pool.ts'

/** What is remembered of a pool between turns. A type, not an interface, so that it is JSON: it is stored. */
export type PoolState = {
  /** Turns begun so far. */
  readonly turns: number
  /** Until when a member is left alone, ms since the epoch, by `memberKey`. */
  readonly restingUntil: Readonly<Record<string, number>>
}

export const FRESH_POOL: PoolState = { turns: 0, restingUntil: {} }

/** Equal for equal members of all pools: a key that is refused is refused in each of them. */
export function memberKey({ provider, model, thinkingLevel }: ModelChoice): string {
  return `${provider} ${model}/${thinkingLevel}`
}

/**
 * The members in the order in which a turn that begins at `now` tries them: the strategy's order, those at rest last,
 * the soonest rested first. Nobody is left out: a pool of which all rest still answers, or says why not.
 */
export function membersInOrder(pool: ModelPool, state: PoolState, now: number): readonly ModelChoice[] {
  const first = pool.strategy === 'round-robin' ? state.turns % Math.max(1, pool.models.length) : 0
  const rotated = [...pool.models.slice(first), ...pool.models.slice(0, first)]
  const restsUntil = (member: ModelChoice): number => {
    const until = state.restingUntil[memberKey(member)] ?? 0
    return until > now ? until : 0
  }
  return rotated.toSorted((a, b) => restsUntil(a) - restsUntil(b))
}

/** How long a member rests after a failure that another member may not have, ms; null: another one would fail as well. */
export function restAfter(error: AppError): number | null {
  const { poolCooldownMs } = ERRORS[error.category]
  return poolCooldownMs === null ? null : Math.max(poolCooldownMs, error.retryAfterMs ?? 0)
}

export function withTurn(state: PoolState): PoolState {
  return { ...state, turns: state.turns + 1 }
}

export function withRest(state: PoolState, member: ModelChoice, until: number): PoolState {
  return { ...state, restingUntil: { ...state.restingUntil, [memberKey(member)]: until } }
}

/** The state with the rests of all pools, so that a member that failed in one of them rests in each. */
export function withRestsOf(state: PoolState, pools: readonly PoolState[]): PoolState {
  const restingUntil = { ...state.restingUntil }
  for (const [member, until] of pools.flatMap((pool) => Object.entries(pool.restingUntil))) {
    restingUntil[member] = Math.max(until, restingUntil[member] ?? 0)
  }
  return { ...state, restingUntil }
}
