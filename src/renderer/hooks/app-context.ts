import { createContext, use } from 'react'
import { useStore, type StoreApi } from 'zustand'

import type { WindowModel } from '../app/app-model.ts'

const WindowContext = createContext<WindowModel | null>(null)

export const WindowProvider = WindowContext.Provider

/** The window's stores and actions. They never change, so reading them draws nothing again. */
export function useWindow(): WindowModel {
  const window = use(WindowContext)
  if (window === null) throw new Error('No window: wrap the component in a WindowProvider')
  return window
}

/** A part of one of the window's stores; draws again only when that part changes. */
export function useWindowStore<State, Part>(
  store: (window: WindowModel) => Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>,
  select: (state: State) => Part,
): Part {
  return useStore(store(useWindow()), select)
}
