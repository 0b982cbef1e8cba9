import { useEffect } from 'react'

import { useWindow } from '../frame/window-context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { promptElement } from '../panes/prompt-id.ts'
import { EngineFacts } from './engine-facts.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import styles from './settings-dialog.module.css'
import { ThemeChoice } from './theme-choice.tsx'

/** Everything that can be set, on one page. What is changed here counts at once. */
export function SettingsDialog() {
  const { dialogs, layout, settings } = useWindow()
  useEffect(() => void settings.loadCredentials(), [settings])
  return (
    <Dialog
      title="Settings"
      size="wide"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
      returnFocus={() => promptElement(layout.store.getState().focused)}
    >
      <div className={styles.page}>
        <section aria-labelledby="settings-keys">
          <h3 id="settings-keys" className={styles.heading}>
            Keys
          </h3>
          <p className={styles.lead}>
            A key goes to this computer’s keychain and is never shown again. One in the environment comes first.
          </p>
          <ProviderKeys />
        </section>
        <section aria-labelledby="settings-theme">
          <h3 id="settings-theme" className={styles.heading}>
            Theme
          </h3>
          <ThemeChoice />
        </section>
        <section aria-labelledby="settings-engine">
          <h3 id="settings-engine" className={styles.heading}>
            Where things are
          </h3>
          <EngineFacts />
        </section>
      </div>
    </Dialog>
  )
}
