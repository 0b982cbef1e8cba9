import { type AppCommandRow, inTab } from './app-command-row.ts'

const goMenu = (section: number) => ({ path: ['Go'], section }) as const

/** The commands that go to another pane, agent, prompt or area of the window: the menu *Go*. */
export const GO_COMMANDS = [
  { id: 'pane.back', group: 'Panes', title: 'Go back', keys: ['Mod+['], scope: 'page', menu: goMenu(1) },
  { id: 'pane.forward', group: 'Panes', title: 'Go forward', keys: ['Mod+]'], scope: 'page', menu: goMenu(1) },
  {
    id: 'pane.lastUsed',
    group: 'Panes',
    title: 'Go to last used pane',
    keys: ['Ctrl+Tab'],
    tabKeys: inTab('Ctrl+Shift+Q', 'Alt+Q'),
    menu: goMenu(1),
  },
  {
    id: 'agent.parent',
    group: 'Agents',
    title: 'Go to parent',
    keys: ['Alt+ArrowUp'],
    macKeys: ['Mod+Alt+ArrowUp'],
    scope: 'page',
    menu: goMenu(2),
  },
  {
    id: 'agent.firstChild',
    group: 'Agents',
    title: 'Go to first child',
    keys: ['Alt+ArrowDown'],
    macKeys: ['Mod+Alt+ArrowDown'],
    scope: 'page',
    menu: goMenu(2),
  },
  {
    id: 'agent.previousSibling',
    group: 'Agents',
    title: 'Go to previous sibling',
    keys: ['Alt+ArrowLeft'],
    macKeys: ['Mod+Alt+ArrowLeft'],
    scope: 'page',
    menu: goMenu(2),
  },
  {
    id: 'agent.nextSibling',
    group: 'Agents',
    title: 'Go to next sibling',
    keys: ['Alt+ArrowRight'],
    macKeys: ['Mod+Alt+ArrowRight'],
    scope: 'page',
    menu: goMenu(2),
  },
  {
    id: 'agent.switch',
    group: 'Agents',
    title: 'Switch agent…',
    keys: ['Mod+P'],
    tabKeys: inTab('Ctrl+Shift+P', 'Alt+P'),
    menu: goMenu(2),
  },
  {
    id: 'agent.prompts',
    group: 'Agents',
    title: 'Go to prompt…',
    keys: ['Mod+O'],
    tabKeys: inTab('Ctrl+Shift+O', 'Alt+O'),
    menu: goMenu(2),
  },
  {
    id: 'agent.nextWaiting',
    group: 'Agents',
    title: 'Go to next agent needing attention',
    keys: ['Mod+Shift+A'],
    menu: goMenu(2),
  },
  {
    id: 'agent.nextUnread',
    group: 'Agents',
    title: 'Go to next unread result',
    keys: ['Mod+Shift+J'],
    tabKeys: inTab('Ctrl+Shift+J', 'Alt+J'),
    menu: goMenu(2),
  },

  { id: 'view.nextArea', group: 'View', title: 'Go to next area', keys: ['F6'], scope: 'page', menu: goMenu(3) },
  {
    id: 'view.previousArea',
    group: 'View',
    title: 'Go to previous area',
    keys: ['Shift+F6'],
    scope: 'page',
    menu: goMenu(3),
  },
] as const satisfies readonly AppCommandRow[]
