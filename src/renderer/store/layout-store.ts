import { createStore, type StoreApi } from 'zustand/vanilla'

import { EMPTY_LAYOUT, reduceLayout, type Layout, type LayoutAction } from './layout.ts'

export interface LayoutStore extends StoreApi<Layout> {
  dispatch(action: LayoutAction): void
}

/** `onOpen` is called when an agent is to be shown, also where that changes nothing in the layout. */
export function createLayoutStore(onOpen: () => void): LayoutStore {
  const store = createStore<Layout>(() => EMPTY_LAYOUT)
  return {
    ...store,
    dispatch(action) {
      if (action.type === 'open' || action.type === 'show') onOpen()
      store.setState((layout) => reduceLayout(layout, action), true)
    },
  }
}
