import type { ModelChoice } from './agent-summary.ts'

/** Several models under one name, used as `/model @NAME`: who answers is decided turn by turn. */
export interface ModelPool {
  /** `failover`: the first that works. `round-robin`: one after the other, a turn each. */
  readonly strategy: 'failover' | 'round-robin'
  /** At least one. */
  readonly models: readonly ModelChoice[]
}

/** By their names, without the `@`. */
export type ModelPools = Readonly<Record<string, ModelPool>>

/** What a pool may be called. */
export const POOL_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

const PREFIX = '@'

/** The name of the pool that a model's name stands for; null: it is a model's own name. */
export function poolName(model: string): string | null {
  return model.startsWith(PREFIX) ? model.slice(PREFIX.length) : null
}

/** An agent's choice of a pool: `@NAME` in the place of the model; the other fields are those of its first member. */
export function poolChoice(name: string, pool: ModelPool): ModelChoice | null {
  const [first] = pool.models
  return first === undefined ? null : { ...first, model: PREFIX + name }
}
