import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'

import { appMenuTemplate } from '../../../src/main/hosts/electron/app-menu.ts'
import { SETTINGS_PAGE_TITLES } from '../../../src/shared/settings-pages.ts'
import { APP_COMMANDS, type AppCommandId } from '../../../src/shared/app-commands.ts'

function itemsFor(platform: NodeJS.Platform, run: (command: AppCommandId) => void = () => {}) {
  return itemsIn(appMenuTemplate({ platform, hasDevTools: false, run }))
}

/** Those of submenus too. */
function itemsIn(items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return items.flatMap((item) => (Array.isArray(item.submenu) ? itemsIn(item.submenu) : [item]))
}

/** `accelerator → command` of what the menu itself reacts to. */
function registered(platform: NodeJS.Platform): Readonly<Record<string, string | undefined>> {
  const items = itemsFor(platform).filter(
    (item) => item.accelerator !== undefined && item.registerAccelerator !== false,
  )
  return Object.fromEntries(items.map((item) => [item.accelerator ?? '', commandOf(item)]))
}

function commandOf(item: MenuItemConstructorOptions): string | undefined {
  return item.id?.replace('.alternative', '')
}

/** The keys 1 to 9 with a modifier, and the commands of these numbers. */
const numbered = (modifier: string, group: string) =>
  Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${modifier}+${index + 1}`, `${group}.${index + 1}`]))

describe.each(['linux', 'win32', 'darwin'] as const)('the application menu on %s', (platform) => {
  it('has every command once, and each item runs its own', () => {
    const ran: AppCommandId[] = []
    const items = itemsFor(platform, (command) => ran.push(command)).filter(({ id }) => id !== undefined)
    for (const item of items) Reflect.apply(item.click ?? (() => {}), item, [])
    const expected = items.map(commandOf)

    expect(ran).toEqual(expected)
    expect([...new Set(ran)].toSorted()).toEqual(APP_COMMANDS.map(({ id }) => id).toSorted())
  })

  it('gives no key to two commands', () => {
    const keys = itemsFor(platform).flatMap(({ accelerator }) => accelerator ?? [])

    expect(keys.length).toBe(new Set(keys).size)
  })

  it('registers the shortcuts of the keyboard table that mean nothing else in a text field', () => {
    expect(registered(platform)).toEqual({
      'CmdOrCtrl+K': 'view.palette',
      'CmdOrCtrl+Shift+P': 'view.palette',
      'CmdOrCtrl+N': 'agent.new',
      'CmdOrCtrl+Shift+N': 'agent.fork',
      'CmdOrCtrl+Shift+E': 'agent.editLast',
      'CmdOrCtrl+Shift+R': 'agent.retry',
      'CmdOrCtrl+.': 'agent.stopBelow',
      'CmdOrCtrl+Shift+.': 'agent.stopAll',
      [platform === 'darwin' ? 'CmdOrCtrl+/' : 'CmdOrCtrl+M']: 'agent.model',
      ...(platform === 'darwin' ? { 'CmdOrCtrl+Shift+W': undefined } : {}),
      'CmdOrCtrl+Shift+T': 'agent.thinking',
      'CmdOrCtrl+Shift+D': 'agent.changes',
      'CmdOrCtrl+Shift+Y': 'race.board',
      'CmdOrCtrl+Shift+A': 'agent.nextWaiting',
      'CmdOrCtrl+Shift+J': 'agent.nextUnread',
      'CmdOrCtrl+P': 'agent.switch',
      'CmdOrCtrl+O': 'agent.prompts',
      'CmdOrCtrl+Shift+K': 'layout.list',
      ...numbered(platform === 'darwin' ? 'Ctrl+Shift' : 'CmdOrCtrl+Shift', 'layout'),
      'CmdOrCtrl+Shift+G': 'view.map',
      'CmdOrCtrl+Shift+L': 'tree.focus',
      'CmdOrCtrl+Shift+M': 'pane.maximise',
      'CmdOrCtrl+W': 'pane.close',
      'Ctrl+Tab': 'pane.lastUsed',
      'Ctrl+`': 'agent.terminal',
      'CmdOrCtrl+Shift+O': 'view.overview',
      'CmdOrCtrl+J': 'view.inbox',
      F1: 'help.open',
      'CmdOrCtrl+I': 'view.inspector',
      'CmdOrCtrl+F': 'edit.find',
      'CmdOrCtrl+Shift+F': 'edit.searchAll',
      'CmdOrCtrl+,': 'view.settings',
      'CmdOrCtrl+B': 'view.tree',
      'CmdOrCtrl+Shift+/': 'view.shortcuts',
      ...numbered('CmdOrCtrl', 'pane'),
    })
  })

  it('leaves copying, and every key that a text field needs, to the page', () => {
    const roles = itemsFor(platform).flatMap(({ role }) => role ?? [])

    expect(roles).toEqual(expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit']))
    // The own accelerators of these would take Mod+W and Mod+R from the panes.
    const bare = itemsFor(platform).filter(({ role, accelerator }) => role === 'close' && accelerator === undefined)
    expect(bare).toEqual([])
    expect(roles.filter((role) => ['reload', 'forceReload', 'windowMenu'].includes(role))).toEqual([])
  })

  it('has developer tools only where the window has some', () => {
    const tools = (hasDevTools: boolean) =>
      itemsIn(appMenuTemplate({ platform, hasDevTools, run: () => {} })).filter(({ role }) => role === 'toggleDevTools')

    expect([tools(true).length, tools(false).length]).toEqual([1, 0])
  })

  it('ends with the help', () => {
    const help = appMenuTemplate({ platform, hasDevTools: false, run: () => {} }).at(-1)

    expect(help?.role).toBe('help')
    expect(Array.isArray(help?.submenu) ? help.submenu.map(commandOf) : []).toEqual([
      'help.open',
      'help.tour',
      'view.shortcuts',
    ])
  })
})

it('shows the other shortcuts without registering them', () => {
  const shown = itemsFor('linux').flatMap((item) =>
    item.registerAccelerator === false ? [[commandOf(item), item.accelerator]] : [],
  )

  expect(Object.fromEntries(shown)).toEqual({
    'agent.attach': 'CmdOrCtrl+U',
    'agent.cancel': 'Esc',
    'compare.send': 'CmdOrCtrl+Enter',
    'agent.parent': 'Alt+Up',
    'agent.firstChild': 'Alt+Down',
    'agent.previousSibling': 'Alt+Left',
    'agent.nextSibling': 'Alt+Right',
    'pane.split': 'CmdOrCtrl+\\',
    'pane.splitDown': 'CmdOrCtrl+Shift+\\',
    'view.nextArea': 'F6',
    'view.previousArea': 'Shift+F6',
    'pane.back': 'CmdOrCtrl+[',
    'pane.forward': 'CmdOrCtrl+]',
  })
})

it('writes them into the labels on macOS, which registers whatever it shows', () => {
  const labels = itemsFor('darwin').flatMap(({ id, label }) =>
    id === 'compare.send' || id === 'agent.parent' ? label : [],
  )

  expect(labels).toEqual(['Send to all compared agents (⌘↩)', 'Go to parent (⌘⌥↑)'])
})

it('shows the title of each command, shortened only inside a submenu', () => {
  const moves = { 'pane.move.left': 'Left', 'pane.move.right': 'Right', 'pane.move.up': 'Up', 'pane.move.down': 'Down' }
  const closes = {
    'pane.closeOthers': 'Others',
    'pane.closeIdle': 'Idle',
    'pane.closeFinished': 'Finished',
    'pane.closeAll': 'All',
  }
  const themes = { 'view.theme.system': 'Match system', 'view.theme.light': 'Light', 'view.theme.dark': 'Dark' }
  const settings = Object.entries(SETTINGS_PAGE_TITLES).map(([page, title]) => [`settings.${page}`, title])
  const labels = itemsFor('linux').flatMap(({ id, label }) => (id === undefined ? [] : [[commandOf({ id }), label]]))

  expect(Object.fromEntries(labels)).toEqual({
    ...Object.fromEntries(APP_COMMANDS.map(({ id, title }) => [id, title])),
    ...moves,
    ...closes,
    ...themes,
    ...Object.fromEntries(settings),
    'agent.rewind': 'Rewind… (Esc Esc)',
  })
})

it('has the Window menu of macOS there, and its keys', () => {
  const windowMenu = (platform: NodeJS.Platform) =>
    appMenuTemplate({ platform, hasDevTools: false, run: () => {} }).find(({ role }) => role === 'window')?.submenu ??
    []
  const items = windowMenu('darwin')

  expect(Array.isArray(items) ? items.flatMap(({ role }) => role ?? []) : []).toEqual([
    'minimize',
    'zoom',
    'front',
    'close',
  ])
  // Electron gives Cmd+M to `minimize`; no command of the app may take it.
  const keys = itemsFor('darwin').flatMap(({ accelerator }) => accelerator ?? [])
  expect(keys.filter((key) => /^Cmd(OrCtrl)?\+[MHQ]$/.test(key))).toEqual([])
  expect([windowMenu('linux'), windowMenu('win32')]).toEqual([[], []])
})

it('separates the sections of a menu', () => {
  const [, edit, panes] = appMenuTemplate({ platform: 'linux', hasDevTools: false, run: () => {} })
  const texts = (menu: MenuItemConstructorOptions | undefined) =>
    Array.isArray(menu?.submenu) ? menu.submenu.map(({ label, role, type }) => label ?? role ?? type) : []

  expect([edit?.label, texts(edit)]).toEqual([
    '&Edit',
    'undo redo separator cut copy paste pasteAndMatchStyle selectAll separator'
      .split(' ')
      .concat('Find in pane', 'Search everything…'),
  ])
  expect(texts(panes).slice(0, 9)).toEqual([
    'New pane right…',
    'New pane below…',
    'Maximise or restore pane',
    'Open in a window of its own',
    'Move',
    'Close pane',
    'Close',
    'Reopen closed panes',
    'separator',
  ])
})

describe('keys that a user chose', () => {
  const chosen = { 'agent.new': ['Mod+Alt+ArrowUp'], 'agent.fork': [], 'agent.mark': ['Mod+J', 'F2'], gone: ['Mod+Q'] }
  const shown = (platform: NodeJS.Platform) =>
    itemsIn(appMenuTemplate({ platform, hasDevTools: false, run: () => {}, chosen }))
      .filter(({ id }) => id === 'agent.new' || id === 'agent.fork' || id === 'agent.mark')
      .map(({ label, accelerator, registerAccelerator }) => [label, accelerator, registerAccelerator])

  it('stand in the menu instead of the first ones, which it reacts to no more', () => {
    expect(shown('linux')).toEqual([
      ['New agent', 'CmdOrCtrl+Alt+Up', false],
      ['Fork…', undefined, undefined],
      ['Set mark…', 'CmdOrCtrl+J', false],
    ])
    expect(shown('darwin')).toEqual([
      ['New agent (⌘⌥↑)', undefined, undefined],
      ['Fork…', undefined, undefined],
      ['Set mark… (⌘J)', undefined, undefined],
    ])
  })
})
