import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { WindowSetting } from '../../shared/window-settings.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const FONT_SIZES = ['small', 'normal', 'large', 'larger'] as const
export type FontSize = (typeof FONT_SIZES)[number]

/** The largest number that `maxPanes` can be. */
export const MOST_PANES = 12
/** Automatic: as many as fit. */
type MaxPanes = 'automatic' | number

/** The user's preferences, stored in the engine's settings and shared by all its windows. */
export interface Preferences {
  readonly theme: Theme
  readonly fontSize: FontSize
  /** How code in answers is shown. */
  readonly codeView: { readonly wrap: boolean; readonly lineNumbers: boolean }
  /** Keys that the user chose, by command id; they replace the default keys (shared/app-commands.ts). */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Whether to show system notifications when an agent finishes, fails or asks while the window is not focused. */
  readonly notifications: boolean
  /** Whether a long pasted text becomes a file of the prompt. */
  readonly foldPastes: boolean
  /** How many columns of panes are shown beside each other, if that many fit. */
  readonly maxPanes: MaxPanes
}

export type PreferenceStore = StoreApi<Preferences>

const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  fontSize: 'normal',
  codeView: { wrap: false, lineNumbers: false },
  keys: {},
  notifications: false,
  foldPastes: true,
  maxPanes: 'automatic',
}

/** The setting that holds each preference, and its schema. */
const PERSISTED = {
  theme: { setting: 'theme', schema: z.enum(THEMES) },
  fontSize: { setting: 'font_size', schema: z.enum(FONT_SIZES) },
  codeView: { setting: 'code_view', schema: z.object({ wrap: z.boolean(), lineNumbers: z.boolean() }) },
  keys: { setting: 'shortcuts', schema: z.record(z.string(), z.array(z.string())) },
  notifications: { setting: 'notifications', schema: z.boolean() },
  foldPastes: { setting: 'fold_pastes', schema: z.boolean() },
  maxPanes: { setting: 'max_panes', schema: z.union([z.literal('automatic'), z.int().min(1).max(MOST_PANES)]) },
} as const

export type PreferenceName = keyof typeof PERSISTED
export const PREFERENCE_NAMES = [
  'theme',
  'fontSize',
  'codeView',
  'keys',
  'notifications',
  'foldPastes',
  'maxPanes',
] as const satisfies PreferenceName[]

export function createPreferenceStore(): PreferenceStore {
  return createStore(() => DEFAULT_PREFERENCES)
}

export function settingOf(name: PreferenceName): WindowSetting {
  return PERSISTED[name].setting
}

/** Parses a saved value into a change of the preferences; empty if it has another shape. */
export function parsePreference(name: PreferenceName, value: unknown): Partial<Preferences> {
  const parsed = PERSISTED[name].schema.safeParse(value)
  return parsed.success ? { [name]: parsed.data } : {}
}
