import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { WindowSetting } from '../../shared/window-settings.ts'
import { LOADED_CHOICE, STORED_CHOICES, type LanguageChoice } from '../text/language.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Text sizes that can be chosen, percent. */
export const TEXT_SIZES = [80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200] as const
/** What was stored before sizes were percent. */
const NAMED_SIZES: ReadonlyMap<string, number> = new Map([
  ['small', 90],
  ['normal', 100],
  ['large', 110],
  ['larger', 120],
])

export const DENSITIES = ['comfortable', 'compact'] as const
type Density = (typeof DENSITIES)[number]

/** Names of installed fonts; empty: the system's. */
interface Fonts {
  readonly text: string
  readonly code: string
}

/** The largest number that `maxPanes` can be. */
export const MOST_PANES = 12
/** Automatic: as many as fit. */
type MaxPanes = 'automatic' | number

/** The user's preferences, stored in the engine's settings and shared by all its windows. */
export interface Preferences {
  readonly language: LanguageChoice
  readonly theme: Theme
  /** Percent of the usual size: 80 to 200. */
  readonly textSize: number
  readonly fonts: Fonts
  readonly density: Density
  /** How code in answers is shown. */
  readonly codeView: { readonly wrap: boolean; readonly lineNumbers: boolean }
  /** Keys that the user chose, by command id; they replace the default keys (shared/app-commands.ts). */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Whether single letters act, such as A on a question; with Ctrl, Alt or Cmd keys always do. */
  readonly singleKeys: boolean
  /** Whether to show system notifications when an agent finishes, fails or asks while the window is not focused. */
  readonly notifications: boolean
  /** Whether a long pasted text becomes a file of the prompt. */
  readonly foldPastes: boolean
  /** How many columns of panes are shown beside each other, if that many fit. */
  readonly maxPanes: MaxPanes
}

export type PreferenceStore = StoreApi<Preferences>

const DEFAULT_PREFERENCES: Preferences = {
  // What the browser stored, until the engine's setting arrives.
  language: LOADED_CHOICE,
  theme: 'system',
  textSize: 100,
  fonts: { text: '', code: '' },
  density: 'comfortable',
  codeView: { wrap: false, lineNumbers: false },
  keys: {},
  singleKeys: true,
  notifications: false,
  foldPastes: true,
  maxPanes: 'automatic',
}

/** The setting that holds each preference, and its schema. */
const PERSISTED = {
  language: { setting: 'language', schema: z.enum(STORED_CHOICES) },
  theme: { setting: 'theme', schema: z.enum(THEMES) },
  textSize: {
    setting: 'font_size',
    schema: z.union([
      z.number().min(80).max(200),
      z
        .string()
        .transform((name) => NAMED_SIZES.get(name))
        .pipe(z.number()),
    ]),
  },
  fonts: { setting: 'fonts', schema: z.object({ text: z.string().max(100), code: z.string().max(100) }) },
  density: { setting: 'density', schema: z.enum(DENSITIES) },
  codeView: { setting: 'code_view', schema: z.object({ wrap: z.boolean(), lineNumbers: z.boolean() }) },
  keys: { setting: 'shortcuts', schema: z.record(z.string(), z.array(z.string())) },
  singleKeys: { setting: 'single_keys', schema: z.boolean() },
  notifications: { setting: 'notifications', schema: z.boolean() },
  foldPastes: { setting: 'fold_pastes', schema: z.boolean() },
  maxPanes: { setting: 'max_panes', schema: z.union([z.literal('automatic'), z.int().min(1).max(MOST_PANES)]) },
} as const

export type PreferenceName = keyof typeof PERSISTED
export const PREFERENCE_NAMES = Object.keys(PERSISTED).filter(isPreferenceName)

function isPreferenceName(name: string): name is PreferenceName {
  return Object.hasOwn(PERSISTED, name)
}

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
