import { createStore, type StoreApi } from 'zustand/vanilla'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface Preferences {
  readonly theme: Theme
}

export type PreferenceStore = StoreApi<Preferences>

export function createPreferenceStore(): PreferenceStore {
  return createStore(() => ({ theme: 'system' }))
}

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value)
}
