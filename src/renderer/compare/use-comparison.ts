import { useWindowStore } from '../hooks/app-context.ts'
import { activeComparison, type Comparison } from '../store/comparison.ts'

/** The comparison that is shown in place of the panes, if one is. */
export function useActiveComparison(): Comparison | null {
  return useWindowStore((window) => window.comparisons.store, activeComparison)
}

export function useComparison(id: string): Comparison | null {
  return useWindowStore(
    (window) => window.comparisons.store,
    ({ list }) => list.find((comparison) => comparison.id === id) ?? null,
  )
}
