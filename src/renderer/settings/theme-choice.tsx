import { useWindow, useWindowStore } from '../frame/window-context.ts'
import { THEMES, type Theme } from '../store/preference-store.ts'
import styles from './settings-dialog.module.css'

const LABELS: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function ThemeChoice() {
  const { settings } = useWindow()
  const chosen = useWindowStore(
    (window) => window.preferences,
    (state) => state.theme,
  )
  return (
    <fieldset className={styles.themes} aria-labelledby="settings-theme">
      {THEMES.map((theme) => (
        <label key={theme} className={styles.theme} data-checked={theme === chosen}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={theme === chosen}
            onChange={() => void settings.setTheme(theme)}
          />
          {LABELS[theme]}
        </label>
      ))}
    </fieldset>
  )
}
