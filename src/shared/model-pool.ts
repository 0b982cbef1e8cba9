import type { ModelChoice } from './agent-summary.ts'

/** Several models under one name, used as `/model @NAME`. The model is chosen for each turn. */
export interface ModelPool {
  /** `failover`: the first one that works. `round-robin`: the next one each turn. */
  readonly strategy: 'failover' | 'round-robin'
  /** At least one. */
  readonly models: readonly ModelChoice[]
}

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
