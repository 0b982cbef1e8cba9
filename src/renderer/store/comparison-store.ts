import { createStore, type StoreApi } from 'zustand/vanilla'

import { NO_COMPARISONS, reduceComparisons, type ComparisonAction, type Comparisons } from './comparison.ts'

export interface ComparisonStore extends StoreApi<Comparisons> {
  dispatch(action: ComparisonAction): void
}

export function createComparisonStore(): ComparisonStore {
  const store = createStore<Comparisons>(() => NO_COMPARISONS)
  return {
    ...store,
    dispatch(action) {
      store.setState((state) => reduceComparisons(state, action), true)
    },
  }
}
