import type { ModelChoice } from './agent-summary.ts'

/**
 * How a pool chooses. `failover`: the first one that works. `round-robin`: the next one each turn. `best`: the one that
 * wins most at the kind of work (docs/behaviour/models.md#best).
 */
export const POOL_STRATEGIES = ['failover', 'round-robin', 'best'] as const
export type PoolStrategy = (typeof POOL_STRATEGIES)[number]

/** Several models under one name, used as `/model @NAME`. The model is chosen for each turn. */
export interface ModelPool {
  readonly strategy: PoolStrategy
  /** At least one. */
  readonly models: readonly ModelChoice[]
  /** Of the strategy `best`: percent of the turns that go to another model. Missing: `DEFAULT_EXPLORE`. */
  readonly explore?: number | undefined
}

export const DEFAULT_EXPLORE = 10

/** Percent: above, the other models would answer more often than the best one. */
export const MAX_EXPLORE = 50

/** Pools by name, without the `@`. */
export type ModelPools = Readonly<Record<string, ModelPool>>

/** Allowed names of a pool. */
export const POOL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

const PREFIX = '@'

/** Returns the name of the pool that a model name refers to; null if it is the name of a single model. */
export function poolName(model: string): string | null {
  return model.startsWith(PREFIX) ? model.slice(PREFIX.length) : null
}

/** Returns an agent's choice of a pool: `@NAME` as the model, the other fields from the first member. */
export function poolChoice(name: string, pool: ModelPool): ModelChoice | null {
  const [first] = pool.models
  return first === undefined ? null : { ...first, model: PREFIX + name }
}
