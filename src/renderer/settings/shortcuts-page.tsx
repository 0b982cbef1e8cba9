import { useState, type KeyboardEvent } from 'react'

import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useActions } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import { keyConflicts, windowKeys } from '../../shared/app-commands.ts'
import { bindingOf, formatBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'
import { Button } from '../parts/button.tsx'
import formStyles from '../parts/form.module.css'
import rowStyles from './setting-rows.module.css'
import styles from './shortcuts-page.module.css'

/** Every command with its keys, which the user can change. Other commands with the same keys are named. */
export function ShortcutsPage() {
  const commands = useCommands()
  const [query, setQuery] = useState('')
  const text = query.toLowerCase()
  return (
    <div className={formStyles.settings}>
      <input
        type="search"
        className={formStyles.field}
        aria-label="Search commands"
        placeholder="Search commands"
        value={query}
        onChange={(change) => setQuery(change.target.value)}
      />
      <ul className={rowStyles.rows} aria-label="Commands">
        {commands
          .filter(({ title }) => title.toLowerCase().includes(text))
          .map((command) => (
            <ShortcutRow key={command.id} command={command} />
          ))}
      </ul>
    </div>
  )
}

function ShortcutRow({ command }: { command: WindowCommand }) {
  const { settings } = useActions()
  const chosen = usePreferences((state) => state.keys)
  const [recording, setRecording] = useState(false)
  const keys = windowKeys(command, chosen)
  const conflicts = keyConflicts(command, chosen)
  const change = (next: readonly string[]) => settings.prefer({ keys: { ...chosen, [command.id]: next } })

  function onKeyDown(key: KeyboardEvent): void {
    if (!recording) return
    // While keys are recorded, they have no other effect.
    key.preventDefault()
    key.stopPropagation()
    if (key.key === 'Escape') return setRecording(false)
    if (key.key === 'Backspace' || key.key === 'Delete') {
      setRecording(false)
      return void change([])
    }
    const binding = bindingOf(key, IS_MAC)
    if (binding === null) return
    setRecording(false)
    void change([binding])
  }

  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.rowText}>
        <span>{command.title}</span>
        {conflicts.length === 0 ? null : (
          <span className={styles.conflict} role="status">
            Also: {conflicts.join(', ')}
          </span>
        )}
      </span>
      <span className={styles.rowKeys}>
        {keys.map((each) => (
          <kbd key={each} className={styles.shortcut}>
            {formatBinding(each, IS_MAC)}
          </kbd>
        ))}
      </span>
      <Button
        tone={recording ? 'primary' : 'quiet'}
        aria-label={recording ? `Press keys for ${command.title}` : `Change keys for ${command.title}`}
        onClick={() => setRecording(!recording)}
        onKeyDown={onKeyDown}
        onBlur={() => setRecording(false)}
      >
        {recording ? 'Press keys…' : 'Change'}
      </Button>
      {chosen[command.id] === undefined ? null : (
        <Button tone="quiet" aria-label={`Reset keys for ${command.title}`} onClick={() => void reset()}>
          Reset
        </Button>
      )}
    </li>
  )

  function reset(): Promise<void> {
    return settings.prefer({ keys: Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== command.id)) })
  }
}
