import { createStore, type StoreApi } from 'zustand/vanilla'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface Preferences {
  readonly theme: Theme
  /** Keys that a person chose, by command; they replace the default ones (palette/default-keys.ts). */
  readonly keys: Readonly<Record<string, readonly string[]>>
}

export type PreferenceStore = StoreApi<Preferences>

export function createPreferenceStore(): PreferenceStore {
  return createStore(() => ({ theme: 'system', keys: {} }))
}

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value)
}
