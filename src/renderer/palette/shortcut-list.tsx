import type { AppCommandId } from '../../shared/app-commands.ts'
import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useStores } from '../hooks/app-context.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SCOPED_KEYS } from '../../shared/scoped-keys.ts'
import { formatBinding } from '../commands/key-binding.ts'
import styles from './shortcut-list.module.css'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'

const words = texts.palette

/** One row stands for nine commands. */
const NUMBERED: Readonly<Partial<Record<AppCommandId, string>>> = {
  'pane.1': words.anyPane,
  'layout.1': words.anyLayout,
}

export function ShortcutList() {
  const { dialogs } = useStores()
  const bound = useCommands().filter(
    (command) => command.currentKeys.length > 0 && !/^(pane|layout)\.[2-9]$/.test(command.id),
  )
  const rows = [
    ...bound.map(({ title, currentKeys, id }) => ({
      title: NUMBERED[id] ?? title,
      keys: currentKeys,
    })),
    ...SCOPED_KEYS.map(({ id, keys }) => ({ title: commandTitle(id), keys })),
  ]
  return (
    <Dialog title={words.shortcuts} size="wide" initialFocus="layer" onClose={dialogs.close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <dl className={styles.list} tabIndex={0}>
        {rows.map(({ title, keys }) => (
          <div key={title} className={styles.row}>
            <dt>{title}</dt>
            <dd>
              {keys.map((each) => (
                <kbd key={each}>{formatBinding(each, IS_MAC)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
