import { createStore, type StoreApi } from 'zustand/vanilla'

import { EMPTY_LAYOUT, reduceLayout, type Layout, type LayoutAction } from './layout.ts'

export interface LayoutStore extends StoreApi<Layout> {
  dispatch(action: LayoutAction): void
}

export function createLayoutStore(): LayoutStore {
  const store = createStore<Layout>(() => EMPTY_LAYOUT)
  return {
    ...store,
    dispatch(action) {
      store.setState((layout) => reduceLayout(layout, action), true)
    },
  }
}
