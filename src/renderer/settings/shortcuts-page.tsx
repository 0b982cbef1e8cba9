import { useRef, useState, type KeyboardEvent } from 'react'

import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useActions, useApp, useStores } from '../hooks/app-context.ts'
import { usePreferences } from '../hooks/use-stores.ts'
import type { KeyBinding } from '../../shared/app-command-row.ts'
import type { AppCommand } from '../../shared/app-commands.ts'
import { commandsWithKeys, windowKeys, withKey } from '../../shared/command-keys.ts'
import { bindingOf, formatBinding } from '../commands/key-binding.ts'
import type { WindowCommand } from '../commands/window-commands.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import formStyles from '../parts/form.module.css'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import rowStyles from './setting-rows.module.css'
import styles from './shortcuts-page.module.css'

const words = texts.shortcuts

/** Every command with its keys, which the user can change. A key of another command is taken from it on request. */
export function ShortcutsPage() {
  const commands = useCommands()
  const [query, setQuery] = useState('')
  const text = query.toLowerCase()
  return (
    <div className={formStyles.settings}>
      <SingleKeys />
      <input
        type="search"
        className={formStyles.field}
        aria-label={words.search}
        placeholder={words.search}
        value={query}
        onChange={(change) => setQuery(change.target.value)}
      />
      <ul className={rowStyles.rows} aria-label={words.commands}>
        {commands
          .filter(({ title }) => title.toLowerCase().includes(text))
          .map((command) => (
            <ShortcutRow key={command.id} command={command} />
          ))}
      </ul>
    </div>
  )
}

function SingleKeys() {
  const { settings } = useActions()
  const isOn = usePreferences((state) => state.singleKeys)
  return (
    <Checkbox label={words.singleKeys} checked={isOn} onChange={(singleKeys) => void settings.prefer({ singleKeys })} />
  )
}

function ShortcutRow({ command }: { command: WindowCommand }) {
  const { title } = command
  const { settings } = useActions()
  const { keyPlatform } = useApp()
  const { notices } = useStores()
  const chosen = usePreferences((state) => state.keys)
  const [recording, setRecording] = useState(false)
  /** A key of other commands, which the user was asked about. */
  const [taken, setTaken] = useState<KeyBinding | null>(null)
  const recorder = useRef<HTMLButtonElement>(null)
  const keys = windowKeys(command, chosen, keyPlatform)
  const change = (next: readonly KeyBinding[]) => void settings.prefer({ keys: { ...chosen, [command.id]: next } })
  const titles = (key: KeyBinding) => conflictText(commandsWithKeys(command.id, [key], chosen, keyPlatform))

  function choose(key: KeyBinding): void {
    if (commandsWithKeys(command.id, [key], chosen, keyPlatform).length === 0) return change([key])
    setTaken(key)
    notices.announce(titles(key))
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (!recording) return
    // While keys are recorded, they have no other effect.
    key.preventDefault()
    key.stopPropagation()
    if (key.key === 'Escape') return setRecording(false)
    const binding = bindingOf(key, IS_MAC)
    const clears = key.key === 'Backspace' || key.key === 'Delete'
    if (!clears && binding === null) return
    setRecording(false)
    if (binding !== null && !clears) choose(binding)
    else change([])
  }

  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.rowText}>
        <span>{title}</span>
        {taken === null ? null : <span className={styles.conflict}>{titles(taken)}</span>}
      </span>
      <span className={styles.rowKeys}>
        {keys.map((each) => (
          <kbd key={each}>{formatBinding(each, IS_MAC)}</kbd>
        ))}
      </span>
      {taken === null ? null : (
        <Button
          tone="primary"
          aria-label={words.replaceKey({ conflict: titles(taken) })}
          onClick={() => {
            setTaken(null)
            recorder.current?.focus()
            void settings.prefer({ keys: withKey(command.id, taken, chosen, keyPlatform) })
          }}
        >
          {words.replace}
        </Button>
      )}
      <Button
        ref={recorder}
        tone={recording ? 'primary' : 'quiet'}
        aria-label={recording ? words.pressKeysFor({ command: title }) : words.changeFor({ command: title })}
        onClick={() => {
          setTaken(null)
          setRecording(!recording)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setRecording(false)}
      >
        {recording ? words.pressKeys : words.change}
      </Button>
      {chosen[command.id] === undefined ? null : (
        <Button tone="quiet" aria-label={words.resetFor({ command: title })} onClick={() => void reset()}>
          {words.reset}
        </Button>
      )}
    </li>
  )

  function reset(): Promise<void> {
    return settings.prefer({ keys: Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== command.id)) })
  }
}

function conflictText(others: readonly AppCommand[]): string {
  return words.conflict({ commands: others.map(({ id }) => words.quoted({ command: commandTitle(id) })).join(', ') })
}
