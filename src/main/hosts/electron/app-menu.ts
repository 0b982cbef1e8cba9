import type { MenuItemConstructorOptions } from 'electron'

import type { ChosenKeys, MenuCommand } from '../../../shared/host-bridge.ts'
import { acceleratorOf, macKeys } from './accelerator.ts'

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform
  /** Asks the window to do it. */
  readonly run: (command: MenuCommand) => void
  /** Commands that are not in it have their first keys. */
  readonly chosen?: ChosenKeys
}

/**
 * The application menu: every command of the window is in it, with its keys. The window has the same shortcuts in its own key
 * handler, hears keys first and calls `preventDefault` on those it takes, so nothing runs twice. Keys that also mean
 * something in a text field are only shown here (`ownKey`), never registered; nor are keys that a person chose.
 */
export function appMenuTemplate(options: AppMenuOptions): MenuItemConstructorOptions[] {
  const parts = itemMakers(options)
  const { item, mac } = parts
  return [
    ...(mac ? [macAppMenu(item)] : []),
    { label: '&Agent', submenu: agentMenu(parts) },
    { label: '&Edit', submenu: editMenu(item) },
    { label: '&Panes', submenu: panesMenu(parts) },
    { label: '&Go', submenu: goMenu(parts) },
    { label: '&View', submenu: viewMenu(parts) },
  ]
}

function itemMakers({ platform, run, chosen = {} }: AppMenuOptions): MenuParts {
  const mac = platform === 'darwin'
  const bare = (label: string, command: MenuCommand) => ({ id: command, label, click: () => run(command) })
  /** macOS registers every accelerator that is shown, so there the key stands in the label. */
  const shown = (label: string, command: MenuCommand, accelerator: string): MenuItemConstructorOptions =>
    mac
      ? bare(`${label} (${macKeys(accelerator)})`, command)
      : { ...bare(label, command), accelerator, registerAccelerator: false }
  /** With the keys that a person chose; null: he chose none. */
  const rebound = (label: string, command: MenuCommand): MenuItemConstructorOptions | null => {
    const keys = chosen[command]
    if (keys === undefined) return null
    const accelerator = acceleratorOf(keys[0] ?? '')
    return accelerator === null ? bare(label, command) : shown(label, command, accelerator)
  }
  return {
    mac,
    item: (label, command, accelerator) => rebound(label, command) ?? { ...bare(label, command), accelerator },
    ownKey: (label, command, accelerator) => rebound(label, command) ?? shown(label, command, accelerator),
    plain: (label, command) => rebound(label, command) ?? bare(label, command),
  }
}

type Item = (label: string, command: MenuCommand, accelerator: string) => MenuItemConstructorOptions

interface MenuParts {
  readonly item: Item
  /** Its keys are shown, and left to the window. */
  readonly ownKey: Item
  /** Without keys of its own. */
  readonly plain: (label: string, command: MenuCommand) => MenuItemConstructorOptions
  readonly mac: boolean
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

function macAppMenu(item: Item): MenuItemConstructorOptions {
  return {
    label: 'ikigai',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      item('Settings…', 'view.settings', 'CmdOrCtrl+,'),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
}

function agentMenu({ item, ownKey, plain, mac }: MenuParts): MenuItemConstructorOptions[] {
  return [
    item('New Root Agent', 'agent.new', 'CmdOrCtrl+N'),
    item('Fork…', 'agent.fork', 'CmdOrCtrl+Shift+N'),
    SEPARATOR,
    item('Model…', 'agent.model', 'CmdOrCtrl+M'),
    item('Thinking Level…', 'agent.thinking', 'CmdOrCtrl+Shift+T'),
    plain('System Prompt…', 'agent.system'),
    plain('Budget…', 'agent.budget'),
    plain('Working Folder…', 'agent.folder'),
    plain('Rename', 'agent.rename'),
    SEPARATOR,
    ownKey('Cancel the Turn', 'agent.cancel', 'Esc'),
    item('Stop Everything Below This', 'agent.stopBelow', 'CmdOrCtrl+.'),
    item('Stop Everything', 'agent.stopAll', 'CmdOrCtrl+Shift+.'),
    plain('Mark Here…', 'agent.mark'),
    // Esc twice: no accelerator can say that.
    plain('Rewind… (Esc Esc)', 'agent.rewind'),
    SEPARATOR,
    plain('Compare…', 'compare.choose'),
    plain('Back to the Comparison', 'compare.again'),
    plain('Leave the Comparison', 'compare.leave'),
    ownKey('Send to All Compared Panes', 'compare.send', 'CmdOrCtrl+Enter'),
    SEPARATOR,
    plain('Export…', 'agent.export'),
    plain('Import…', 'agent.import'),
    plain('Copy UUID', 'agent.copyId'),
    plain('Kill…', 'agent.kill'),
    ...(mac
      ? []
      : [SEPARATOR, item('Settings…', 'view.settings', 'CmdOrCtrl+,'), SEPARATOR, { role: 'quit' } as const]),
  ]
}

function editMenu(item: Item): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    SEPARATOR,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
    SEPARATOR,
    item('Find in Pane…', 'edit.find', 'CmdOrCtrl+F'),
    item('Search Everything…', 'edit.searchAll', 'CmdOrCtrl+Shift+F'),
  ]
}

function panesMenu({ item, ownKey, plain }: MenuParts): MenuItemConstructorOptions[] {
  return [
    ownKey('Split Right…', 'pane.split', 'CmdOrCtrl+\\'),
    ownKey('Split Down…', 'pane.splitDown', 'CmdOrCtrl+Shift+\\'),
    item('Maximise, or Show All', 'pane.maximise', 'CmdOrCtrl+Shift+M'),
    {
      label: 'Move',
      submenu: [
        plain('Left', 'pane.move.left'),
        plain('Right', 'pane.move.right'),
        plain('Up', 'pane.move.up'),
        plain('Down', 'pane.move.down'),
      ],
    },
    item('Close Pane', 'pane.close', 'CmdOrCtrl+W'),
    SEPARATOR,
    ...PANE_COMMANDS.map((command, index) => item(`Pane ${index + 1}`, command, `CmdOrCtrl+${index + 1}`)),
  ]
}

const PANE_COMMANDS = [
  'pane.1',
  'pane.2',
  'pane.3',
  'pane.4',
  'pane.5',
  'pane.6',
  'pane.7',
  'pane.8',
  'pane.9',
] as const satisfies readonly MenuCommand[]

function goMenu({ item, ownKey }: MenuParts): MenuItemConstructorOptions[] {
  return [
    ownKey('Back', 'pane.back', 'CmdOrCtrl+['),
    ownKey('Forward', 'pane.forward', 'CmdOrCtrl+]'),
    item('Last Used Pane', 'pane.lastUsed', 'Ctrl+Tab'),
    SEPARATOR,
    ownKey('Parent', 'agent.parent', 'Alt+Up'),
    ownKey('First Child', 'agent.firstChild', 'Alt+Down'),
    ownKey('Previous Sibling', 'agent.previousSibling', 'Alt+Left'),
    ownKey('Next Sibling', 'agent.nextSibling', 'Alt+Right'),
    item('Next Agent That Needs Me', 'agent.nextWaiting', 'CmdOrCtrl+Shift+A'),
  ]
}

function viewMenu({ item, plain }: MenuParts): MenuItemConstructorOptions[] {
  return [
    item('Command Palette…', 'view.palette', 'CmdOrCtrl+K'),
    // The second shortcut of the same command; a menu item has room for one.
    {
      ...item('Command Palette…', 'view.palette', 'CmdOrCtrl+Shift+P'),
      id: 'view.palette.alternative',
      visible: false,
      acceleratorWorksWhenHidden: true,
    },
    plain('What Needs You', 'view.inbox'),
    item('Context Inspector', 'view.inspector', 'CmdOrCtrl+I'),
    SEPARATOR,
    item('Show or Hide the Tree', 'view.tree', 'CmdOrCtrl+B'),
    plain('Collapse the Tree', 'tree.collapseAll'),
    plain('Expand the Tree', 'tree.expandAll'),
    plain('Show This Agent in the Tree', 'tree.reveal'),
    SEPARATOR,
    {
      label: 'Theme',
      submenu: [
        plain('As the System', 'view.theme.system'),
        plain('Light', 'view.theme.light'),
        plain('Dark', 'view.theme.dark'),
      ],
    },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    SEPARATOR,
    { role: 'toggleDevTools' },
    item('Shortcuts', 'view.shortcuts', 'CmdOrCtrl+Shift+/'),
  ]
}
