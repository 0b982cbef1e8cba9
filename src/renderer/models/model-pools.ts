import type { PoolEntry } from '../../shared/config-entries.ts'
import type { ModelList } from '../../shared/model-info.ts'
import { specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'

const { picker } = texts.models

/** A pool in a picker. */
export interface PickedPool {
  /** As typed after `/model`: `@smart`. */
  readonly spec: string
  /** Strategy and members: `first that works: Opus 4.5 · high, GPT-5 · high`. */
  readonly facts: string
}

/** Returns the configured pools whose name or models contain every word of the query, by name. */
export function matchingPools(
  pools: Readonly<Record<string, PoolEntry>>,
  query: string,
  list: ModelList | null,
): readonly PickedPool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(pools)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, { strategy, models }]) => {
      const titles = models.map((spec) => specTitle(list, spec)).join(', ')
      const pool = { spec: `@${name}`, facts: picker.pool({ strategy: picker.strategies[strategy], models: titles }) }
      const searched = `pool ${pool.spec} ${pool.facts} ${models.join(' ')}`.toLowerCase()
      return words.every((word) => searched.includes(word)) ? [pool] : []
    })
}
