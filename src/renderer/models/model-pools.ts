import type { PoolEntry } from '../../shared/config-entries.ts'
import { texts } from '../text/texts.ts'

const { picker } = texts.models

/** A pool in a picker. */
export interface PickedPool {
  /** As typed after `/model`: `@smart`. */
  readonly spec: string
  /** Strategy and members: `first that works: claude-opus-4-5/high, gpt-5/high`. */
  readonly facts: string
}

/** Returns the configured pools whose name or models contain every word of the query, by name. */
export function matchingPools(pools: Readonly<Record<string, PoolEntry>>, query: string): readonly PickedPool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(pools)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { strategy, models }]) => ({
      spec: `@${name}`,
      facts: picker.pool({ strategy: picker.strategies[strategy], models: models.join(', ') }),
    }))
    .filter(({ spec, facts }) => words.every((word) => `pool ${spec} ${facts}`.toLowerCase().includes(word)))
}
