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
