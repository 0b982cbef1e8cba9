import { createContext, use } from 'react'

import type { AppActions, AppModel } from '../app/app-model.ts'
import type { AppStores } from '../app/app-stores.ts'

const AppContext = createContext<AppModel | null>(null)

export const AppProvider = AppContext.Provider

/** Returns the app's stores and actions. They never change, so reading them never causes a render. */
export function useApp(): AppModel {
  const app = use(AppContext)
  if (app === null) throw new Error('No app: wrap the component in an AppProvider')
  return app
}

/** Returns the stores, for event handlers. To render a part of one, use its own hook (use-stores.ts). */
export function useStores(): AppStores {
  return useApp().stores
}

export function useActions(): AppActions {
  return useApp().actions
}
