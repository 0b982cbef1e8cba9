import { useCommands } from '../frame/command-context.ts'
import { IS_MAC } from '../frame/platform.ts'
import { useWindow } from '../frame/window-context.ts'
import { promptElement } from '../panes/prompt-id.ts'
import { Dialog } from '../parts/dialog.tsx'
import { formatBinding } from './key-binding.ts'
import styles from './shortcut-list.module.css'

/** Keys that belong to a place instead of the whole window. */
const PLACES = [
  { title: 'Send the prompt', keys: ['Enter'] },
  { title: 'New line in the prompt', keys: ['Shift+Enter'] },
  { title: 'Recall an earlier prompt', keys: ['ArrowUp'] },
  { title: 'Stop the turn', keys: ['Escape', 'Ctrl+C'] },
  { title: 'Rename the agent, in the tree', keys: ['F2'] },
  { title: 'Open beside, in the tree', keys: ['Mod+Enter'] },
] as const

export function ShortcutList() {
  const { dialogs, layout } = useWindow()
  const bound = useCommands().filter((command) => command.keys.length > 0 && !/^pane\.[2-9]$/.test(command.id))
  const rows = [
    ...bound.map(({ title, keys, id }) => ({ title: id === 'pane.1' ? 'Go to pane 1…9' : title, keys })),
    ...PLACES,
  ]
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="wide"
      onClose={() => dialogs.setState({ dialog: { type: 'none' } })}
      returnFocus={() => promptElement(layout.store.getState().focused)}
    >
      <dl className={styles.list}>
        {rows.map(({ title, keys }) => (
          <div key={title} className={styles.row}>
            <dt>{title}</dt>
            <dd>
              {keys.map((each) => (
                <kbd key={each} className={styles.keys}>
                  {formatBinding(each, IS_MAC)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
