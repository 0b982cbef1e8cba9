/** The languages that have a catalogue. */
const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The languages whose catalogue covers the whole window. The others are shown only to users who choose them. */
const COMPLETE_LANGUAGES: readonly Language[] = ['en', 'de']

/** What the user can choose; `system` follows the languages of the browser or of the system. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const

/** `pseudo` is derived from English, to find texts outside the catalogue and layouts that are too narrow. */
export const STORED_CHOICES = [...LANGUAGE_CHOICES, 'pseudo'] as const
export type LanguageChoice = (typeof STORED_CHOICES)[number]

/** Key in the storage of the browser: the language must be known before the engine is connected. */
const LANGUAGE_KEY = 'ikigai.language'

/** The language of a choice; for `system`, the first of the preferred languages that is complete, else English. */
export function languageOf(
  choice: LanguageChoice,
  preferred: readonly string[],
  complete = COMPLETE_LANGUAGES,
): Language | 'pseudo' {
  if (choice !== 'system') return choice
  const found = preferred.map((tag) => complete.find((language) => tag.split('-')[0] === language))
  return found.find((language) => language !== undefined) ?? 'en'
}

/** The choice that this window was loaded with. Outside a page, and where storage is forbidden, `system`. */
export const LOADED_CHOICE = storedChoice()
export const LOADED_LANGUAGE = languageOf(LOADED_CHOICE, preferredLanguages())

/** The language for `lang` attributes and for number and date formats. */
export const LANGUAGE_TAG: Language = LOADED_LANGUAGE === 'pseudo' ? 'en' : LOADED_LANGUAGE

/**
 * Shows the window in the language of `choice`: stores the choice and loads the window anew if its language differs. The
 * window stays as it is if the browser stores nothing, because it would otherwise reload for ever. `beforeReload` keeps what
 * the user should find again.
 */
export function followLanguage(choice: LanguageChoice, beforeReload: () => void): void {
  if (choice === storedChoice()) return
  storeChoice(choice)
  if (storedChoice() !== choice) return
  if (languageOf(choice, preferredLanguages()) === LOADED_LANGUAGE) return
  beforeReload()
  window.location.reload()
}

function preferredLanguages(): readonly string[] {
  return typeof window === 'undefined' ? [] : window.navigator.languages
}

function storedChoice(): LanguageChoice {
  if (typeof window === 'undefined') return 'system'
  try {
    const stored = window.localStorage.getItem(LANGUAGE_KEY)
    return STORED_CHOICES.find((choice) => choice === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function storeChoice(choice: LanguageChoice): void {
  try {
    window.localStorage.setItem(LANGUAGE_KEY, choice)
  } catch {
    // Storage is forbidden or full: the language of the window does not change.
  }
}

/** Key in the storage of this tab. */
const KEY = 'ikigai.settingsOpen'

/** Keeps, until the window is loaded again, that its language was changed in the settings. */
export function keepOpenSettings(isOpen: boolean): void {
  try {
    if (isOpen) window.sessionStorage.setItem(KEY, 'true')
  } catch {
    // Storage is forbidden or full: the settings are closed when the window is loaded again.
  }
}

/** Returns whether the settings were open, and forgets it. */
export function takeOpenSettings(): boolean {
  try {
    const kept = window.sessionStorage.getItem(KEY) !== null
    window.sessionStorage.removeItem(KEY)
    return kept
  } catch {
    return false
  }
}
