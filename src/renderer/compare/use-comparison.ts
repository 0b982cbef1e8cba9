import { useComparisons } from '../hooks/use-stores.ts'
import { activeComparison, type Comparison } from '../store/comparison.ts'

/** Returns the comparison that is shown instead of the panes, if any. */
export function useActiveComparison(): Comparison | null {
  return useComparisons(activeComparison)
}

export function useComparison(id: string): Comparison | null {
  return useComparisons(({ list }) => list.find((comparison) => comparison.id === id) ?? null)
}
