import { TREE_LIMIT_FACTS, TREE_LIMITS, type TreeLimit, type TreeUse } from '../../../shared/tree-limit.ts'

/** What would count towards limits of a tree after one more step, by limit. Missing: the step does not concern it. */
export type TreeSituation = Readonly<Partial<Record<TreeLimit, number>>>

/** A limit that a step would exceed. */
export interface ReachedLimit {
  readonly limit: TreeLimit
  /** A sentence. */
  readonly text: string
}

/** Returns the limit in force in a tree: of config.json, with what the user has added. Infinite: the user removed it. */
export function limitInForce(
  limit: TreeLimit,
  config: Readonly<Record<TreeLimit, number>>,
  raised: TreeUse['raised'],
): number {
  const more = raised[limit]
  return more === null ? Number.POSITIVE_INFINITY : config[limit] + (more ?? 0)
}

/** Returns the first limit that a step would exceed; null: none. */
export function findReachedLimit(situation: TreeSituation, limitOf: (limit: TreeLimit) => number): ReachedLimit | null {
  for (const limit of TREE_LIMITS) {
    const count = situation[limit]
    const most = limitOf(limit)
    if (count === undefined || count <= most) continue
    const { reached, key } = TREE_LIMIT_FACTS[limit]
    return { limit, text: `${reached(count)}; the limit is ${most} (${key} in config.json).` }
  }
  return null
}
