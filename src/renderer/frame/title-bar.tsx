import { Command, PanelLeft, Settings } from 'lucide-react'

import { IconButton } from '../parts/icon-button.tsx'
import styles from './title-bar.module.css'
import { useCommandKeys } from '../hooks/use-command-keys.ts'
import { useStores } from '../hooks/app-context.ts'
import { useLayout, useTree } from '../hooks/use-stores.ts'

/** The title bar: buttons for the tree, the command palette and Settings. */
export function TitleBar() {
  const { dialogs, layout } = useStores()
  const keys = useCommandKeys()
  const treeVisible = useLayout((state) => state.treeVisible)
  const demo = useTree((state) => state.status?.demo === true)
  return (
    <header className={styles.bar}>
      <span className={styles.side}>
        <IconButton
          label={treeVisible ? 'Hide agent tree' : 'Show agent tree'}
          shortcut={keys('view.tree')}
          aria-pressed={treeVisible}
          onClick={() => layout.dispatch({ type: 'toggle_tree' })}
        >
          <PanelLeft />
        </IconButton>
        <h1 className={styles.name}>ikigai</h1>
        {demo ? <span className={styles.demo}>demo</span> : null}
      </span>
      <button
        type="button"
        className={styles.palette}
        onClick={() => dialogs.setState({ dialog: { type: 'palette' } })}
      >
        <Command aria-hidden />
        <span className={styles.paletteText}>Search commands and agents</span>
        <kbd>{keys('view.palette')}</kbd>
      </button>
      <span className={styles.side} data-end>
        <IconButton
          label="Settings"
          shortcut={keys('view.settings')}
          onClick={() => dialogs.setState({ dialog: { type: 'settings' } })}
        >
          <Settings />
        </IconButton>
      </span>
    </header>
  )
}
