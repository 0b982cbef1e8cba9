const MODIFIERS: Readonly<Record<string, string>> = { Mod: 'CmdOrCtrl', Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift' }

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  ' ': 'Space',
}

/** Keys with the same name in Electron and in the window. Electron rejects a whole menu for one unknown key. */
const SAME_NAME = /^([!-*,-~]|F([1-9]|1\d|2[0-4])|Enter|Tab|Space|Delete|Backspace|Insert|Home|End|PageUp|PageDown)$/

/** Converts keys to Electron's notation; null: Electron has no name for them. */
export function acceleratorOf(binding: string): string | null {
  const [key = '', ...modifiers] = binding.split('+').toReversed()
  const name = NAMES[key] ?? (SAME_NAME.test(key) ? key : undefined)
  const held = modifiers.toReversed().map((modifier) => MODIFIERS[modifier])
  return name === undefined || held.includes(undefined) ? null : [...held, name].join('+')
}

const MAC_KEYS: Readonly<Record<string, string>> = {
  CmdOrCtrl: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Enter: '↩',
  Esc: 'esc',
}

/** Converts keys to the notation of macOS menus: `⌘⇧N`. */
export function macKeys(accelerator: string): string {
  return accelerator
    .split('+')
    .map((key) => MAC_KEYS[key] ?? key)
    .join('')
}
