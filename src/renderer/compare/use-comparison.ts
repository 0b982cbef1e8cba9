import { useComparisons } from '../hooks/use-stores.ts'
import { activeComparison, type Comparison } from '../store/comparison.ts'

/** The comparison that is shown in place of the panes, if one is. */
export function useActiveComparison(): Comparison | null {
  return useComparisons(activeComparison)
}

export function useComparison(id: string): Comparison | null {
  return useComparisons(({ list }) => list.find((comparison) => comparison.id === id) ?? null)
}
