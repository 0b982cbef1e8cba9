import type { MenuItemConstructorOptions } from 'electron'

import { APP_COMMANDS, type AppCommand, type AppCommandId } from '../../../shared/app-commands.ts'
import { type ChosenKeys, defaultKeys } from '../../../shared/command-keys.ts'
import { acceleratorOf, macKeys } from './accelerator.ts'

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform
  /** Whether the window has developer tools, which a packaged app has not. */
  readonly hasDevTools: boolean
  /** Sends the command to the window. */
  readonly run: (command: AppCommandId) => void
  /** Keys that the user chose; all other commands have their default keys. */
  readonly chosen?: ChosenKeys
}

type Item = MenuItemConstructorOptions
type Role = NonNullable<Item['role']>

/** Items that Electron implements, after the commands of the same section. */
const ROLES: Readonly<Record<string, Readonly<Record<number, readonly Role[]>>>> = {
  Edit: { 1: ['undo', 'redo'], 2: ['cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'] },
  View: { 3: ['resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'] },
}

/** The menu whose items macOS shows in the application menu. */
const APP_MENU = 'ikigai'

/** Closes a window on macOS, where the keys of `close` close a pane, as they close a tab elsewhere. */
const CLOSE_WINDOW: Item = { role: 'close', label: 'Close Window', accelerator: 'CmdOrCtrl+Shift+W' }

const SEPARATOR: Item = { type: 'separator' }

const DEV_TOOLS: readonly Item[] = [{ role: 'toggleDevTools' }]

/** macOS adds the list of open windows. */
const MAC_WINDOW: Item[] = [
  { role: 'minimize' },
  { role: 'zoom' },
  SEPARATOR,
  { role: 'front' },
  SEPARATOR,
  CLOSE_WINDOW,
]

/**
 * Returns the application menu: every command of the window with its keys. The window handles the same keys itself,
 * before the menu, and calls `preventDefault` on those that it uses, so nothing runs twice. Keys with a meaning in a
 * text field, and keys that the user chose, are shown and not registered.
 */
export function appMenuTemplate(options: AppMenuOptions): Item[] {
  const menu = (name: string): Item[] => joinSections(sectionsOf(name, options))
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [{ label: APP_MENU, submenu: macAppMenu(menu(APP_MENU)) }] : []),
    {
      label: '&Agent',
      submenu: [
        ...menu('Agent'),
        ...(isMac ? [] : [SEPARATOR, ...menu(APP_MENU), SEPARATOR, { role: 'quit' } as const]),
      ],
    },
    ...['Edit', 'Panes', 'Go'].map((name) => ({ label: `&${name}`, submenu: menu(name) })),
    {
      label: '&View',
      submenu: joinSections([...sectionsOf('View', options), ...(options.hasDevTools ? [DEV_TOOLS] : [])]),
    },
    ...(isMac ? [{ role: 'window', label: 'Window', submenu: MAC_WINDOW } as const] : []),
    { role: 'help', label: '&Help', submenu: menu('Help') },
  ]
}

function macAppMenu(commands: readonly Item[]): Item[] {
  const sections: readonly (readonly Item[])[] = [
    [{ role: 'about' }],
    commands,
    [{ role: 'services' }],
    [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
    [{ role: 'quit' }],
  ]
  return joinSections(sections)
}

function joinSections(sections: readonly (readonly Item[])[]): Item[] {
  return sections.flatMap((items, index) => (index === 0 ? items : [SEPARATOR, ...items]))
}

/** Returns the items of a menu by section, in the order of the section numbers. */
function sectionsOf(name: string, options: AppMenuOptions): readonly (readonly Item[])[] {
  const commands = APP_COMMANDS.filter(({ menu }) => menu.path[0] === name)
  const numbers = [...commands.map(({ menu }) => menu.section), ...Object.keys(ROLES[name] ?? {}).map(Number)]
  return [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .map((section) => [
      ...sectionItems(
        commands.filter(({ menu }) => menu.section === section),
        options,
      ),
      ...(ROLES[name]?.[section] ?? []).map((role) => ({ role })),
    ])
}

/** A submenu is at the position of its first command in the table. */
function sectionItems(commands: readonly AppCommand[], options: AppMenuOptions): readonly Item[] {
  return commands.flatMap((command, index) => {
    const [, submenu] = command.menu.path
    if (submenu === undefined) return commandItems(command, options)
    const members = commands.filter(({ menu }) => menu.path[1] === submenu)
    if (members[0] !== commands[index]) return []
    return [{ label: submenu, submenu: members.flatMap((member) => commandItems(member, options)) }]
  })
}

function commandItems(command: AppCommand, { platform, run, chosen = {} }: AppMenuOptions): readonly Item[] {
  const label = command.menu.title ?? command.title
  const bare = { id: command.id, label, click: () => run(command.id) }
  const isRegistered = command.scope === undefined && chosen[command.id] === undefined
  const [first, ...others] = chosen[command.id] ?? defaultKeys(command, { isMac: platform === 'darwin', isTab: false })
  if (first === undefined) return [bare]
  if (!isRegistered) return [{ ...bare, ...shownKeys(label, first, platform) }]
  const registered = (keys: string) => ({ ...bare, accelerator: acceleratorOf(keys) ?? '' })
  return [
    registered(first),
    // A menu item has only one accelerator: additional keys are hidden items.
    ...others.map((keys) => ({
      ...registered(keys),
      id: `${command.id}.alternative`,
      visible: false,
      acceleratorWorksWhenHidden: true,
    })),
  ]
}

/**
 * Shows keys without registering them. macOS registers every accelerator that it shows, so there the keys are part of
 * the label.
 */
function shownKeys(label: string, keys: string, platform: NodeJS.Platform): Item {
  // An accelerator cannot be a key pressed twice.
  if (keys === 'Escape Escape') return { label: `${label} (Esc Esc)` }
  const accelerator = acceleratorOf(keys)
  if (accelerator === null) return {}
  if (platform === 'darwin') return { label: `${label} (${macKeys(accelerator)})` }
  return { accelerator, registerAccelerator: false }
}
