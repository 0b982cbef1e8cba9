import { type AppCommandRow, inTab } from './app-command-row.ts'
import { GO_COMMANDS } from './go-commands.ts'
import { SETTINGS_PAGE_TITLES, SETTINGS_PAGES } from './settings-pages.ts'

/**
 * The window's commands. The palette, the keys, the shortcut page and the application menu are derived from this table.
 */

const agentMenu = (section: number) => ({ path: ['Agent'], section }) as const
const movePane = (title: string) => ({ path: ['Panes', 'Move'], section: 1, title }) as const
const closePanes = (title: string) => ({ path: ['Panes', 'Close'], section: 1, title }) as const
const panesMenu = (section: number) => ({ path: ['Panes'], section }) as const
const theme = (title: string) => ({ path: ['View', 'Theme'], section: 3, title }) as const
const HELP_MENU = { path: ['Help'], section: 1 } as const
const viewMenu = (section: number) => ({ path: ['View'], section }) as const

/** In the order of the palette and of each menu. */
const ROWS = [
  {
    id: 'agent.new',
    group: 'Agents',
    title: 'New agent',
    keys: ['Mod+N'],
    tabKeys: inTab('Ctrl+Shift+N', 'Alt+N'),
    menu: agentMenu(1),
  },
  { id: 'agent.newWithProfile', group: 'Agents', title: 'New agent with profile…', keys: [], menu: agentMenu(1) },
  { id: 'agent.newOutside', group: 'Agents', title: 'New outside agent…', keys: [], menu: agentMenu(1) },
  {
    id: 'agent.fork',
    group: 'Agents',
    title: 'Fork…',
    keys: ['Mod+Shift+N'],
    tabKeys: inTab('Ctrl+Shift+F', 'Alt+Shift+N'),
    menu: agentMenu(1),
  },
  { id: 'agent.race', group: 'Agents', title: 'Race…', keys: [], menu: agentMenu(1) },
  {
    id: 'race.board',
    group: 'Agents',
    title: 'Race board',
    keys: ['Mod+Shift+Y'],
    tabKeys: inTab('Ctrl+Shift+Y', 'Alt+Y'),
    menu: agentMenu(1),
  },
  { id: 'agent.evaluate', group: 'Agents', title: 'Run evaluation…', keys: [], menu: agentMenu(1) },
  { id: 'agent.editLast', group: 'Agents', title: 'Edit last prompt', keys: ['Mod+Shift+E'], menu: agentMenu(1) },
  {
    id: 'agent.retry',
    group: 'Agents',
    title: 'Try again',
    keys: ['Mod+Shift+R'],
    tabKeys: inTab('Ctrl+Shift+R', 'Alt+R'),
    menu: agentMenu(1),
  },
  { id: 'agent.retryWith', group: 'Agents', title: 'Try again with…', keys: [], menu: agentMenu(1) },
  { id: 'agent.rerun', group: 'Agents', title: 'Rerun…', keys: [], menu: agentMenu(1) },
  { id: 'agent.mergeBack', group: 'Agents', title: 'Merge into agent…', keys: [], menu: agentMenu(1) },
  { id: 'agent.attach', group: 'Agents', title: 'Attach files…', keys: ['Mod+U'], scope: 'page', menu: agentMenu(2) },
  {
    id: 'agent.model',
    group: 'Agents',
    title: 'Choose model…',
    keys: ['Mod+M'],
    // macOS minimises windows with Cmd+M.
    macKeys: ['Mod+/'],
    menu: agentMenu(2),
  },
  { id: 'agent.askModel', group: 'Agents', title: 'Ask another model…', keys: [], menu: agentMenu(2) },
  { id: 'agent.continueWith', group: 'Agents', title: 'Continue with another model…', keys: [], menu: agentMenu(2) },
  {
    id: 'agent.thinking',
    group: 'Agents',
    title: 'Choose thinking level…',
    keys: ['Mod+Shift+T'],
    tabKeys: inTab('Ctrl+Shift+T', 'Alt+Shift+T'),
    menu: agentMenu(2),
  },
  { id: 'agent.system', group: 'Agents', title: 'Edit system prompt…', keys: [], menu: agentMenu(2) },
  { id: 'agent.budget', group: 'Agents', title: 'Set budget…', keys: [], menu: agentMenu(2) },
  { id: 'agent.changes', group: 'Agents', title: 'Show changes', keys: ['Mod+Shift+D'], menu: agentMenu(2) },
  { id: 'agent.folder', group: 'Agents', title: 'Working folder…', keys: [], menu: agentMenu(2) },
  { id: 'agent.terminal', group: 'Agents', title: 'Open terminal', keys: ['Ctrl+`'], menu: agentMenu(2) },
  { id: 'agent.rename', group: 'Agents', title: 'Rename agent…', keys: [], menu: agentMenu(2) },
  { id: 'agent.pin', group: 'Agents', title: 'Pin or unpin agent', keys: [], menu: agentMenu(2) },
  { id: 'agent.archive', group: 'Agents', title: 'Archive or unarchive agent', keys: [], menu: agentMenu(2) },
  {
    id: 'agent.cancel',
    group: 'Agents',
    title: 'Stop turn',
    keys: ['Escape', 'Ctrl+C'],
    scope: 'place',
    menu: agentMenu(3),
  },
  { id: 'agent.stopBelow', group: 'Agents', title: 'Stop agent and descendants', keys: ['Mod+.'], menu: agentMenu(3) },
  { id: 'agent.stopAll', group: 'Agents', title: 'Stop everything', keys: ['Mod+Shift+.'], menu: agentMenu(3) },
  { id: 'agent.mark', group: 'Agents', title: 'Set mark…', keys: [], menu: agentMenu(3) },
  {
    id: 'agent.rewind',
    group: 'Agents',
    title: 'Rewind…',
    keys: ['Escape Escape'],
    scope: 'place',
    menu: agentMenu(3),
  },
  { id: 'agent.clear', group: 'Agents', title: 'Clear context', keys: [], menu: agentMenu(3) },
  { id: 'agent.compress', group: 'Agents', title: 'Compress context', keys: [], menu: agentMenu(3) },
  { id: 'compare.choose', group: 'Agents', title: 'Compare…', keys: [], menu: agentMenu(4) },
  { id: 'compare.again', group: 'Agents', title: 'Return to comparison', keys: [], menu: agentMenu(4) },
  { id: 'compare.leave', group: 'Agents', title: 'Close comparison', keys: [], menu: agentMenu(4) },
  { id: 'compare.add', group: 'Agents', title: 'Add a column…', keys: [], menu: agentMenu(4) },
  { id: 'compare.merge', group: 'Agents', title: 'Merge answers…', keys: [], menu: agentMenu(4) },
  { id: 'compare.judge', group: 'Agents', title: 'Judge answers…', keys: [], menu: agentMenu(4) },
  { id: 'compare.divergence', group: 'Agents', title: 'Go to first divergence', keys: [], menu: agentMenu(4) },
  { id: 'compare.adopt', group: 'Agents', title: 'Adopt the focused answer', keys: [], menu: agentMenu(4) },
  {
    id: 'compare.send',
    group: 'Agents',
    title: 'Send to all compared agents',
    keys: ['Mod+Enter'],
    scope: 'page',
    menu: agentMenu(4),
  },
  { id: 'agent.export', group: 'Agents', title: 'Export…', keys: [], menu: agentMenu(5) },
  { id: 'agent.import', group: 'Agents', title: 'Import…', keys: [], menu: agentMenu(5) },
  { id: 'agent.copyId', group: 'Agents', title: 'Copy agent ID', keys: [], menu: agentMenu(5) },
  { id: 'agent.redact', group: 'Agents', title: 'Redact agent…', keys: [], menu: agentMenu(5) },
  { id: 'agent.kill', group: 'Agents', title: 'Kill agent…', keys: [], menu: agentMenu(5) },

  { id: 'pane.split', group: 'Panes', title: 'New pane right…', keys: ['Mod+\\'], scope: 'page', menu: panesMenu(1) },
  {
    id: 'pane.splitDown',
    group: 'Panes',
    title: 'New pane below…',
    keys: ['Mod+Shift+\\'],
    scope: 'page',
    menu: panesMenu(1),
  },
  { id: 'pane.maximise', group: 'Panes', title: 'Maximise or restore pane', keys: ['Mod+Shift+M'], menu: panesMenu(1) },
  { id: 'pane.popOut', group: 'Panes', title: 'Open in a window of its own', keys: [], menu: panesMenu(1) },
  { id: 'pane.move.left', group: 'Panes', title: 'Move pane left', keys: [], menu: movePane('Left') },
  { id: 'pane.move.right', group: 'Panes', title: 'Move pane right', keys: [], menu: movePane('Right') },
  { id: 'pane.move.up', group: 'Panes', title: 'Move pane up', keys: [], menu: movePane('Up') },
  { id: 'pane.move.down', group: 'Panes', title: 'Move pane down', keys: [], menu: movePane('Down') },
  {
    id: 'pane.close',
    group: 'Panes',
    title: 'Close pane',
    keys: ['Mod+W'],
    tabKeys: inTab('Ctrl+Shift+W', 'Alt+W'),
    menu: panesMenu(1),
  },
  { id: 'pane.closeOthers', group: 'Panes', title: 'Close other panes', keys: [], menu: closePanes('Others') },
  { id: 'pane.closeIdle', group: 'Panes', title: 'Close idle panes', keys: [], menu: closePanes('Idle') },
  { id: 'pane.closeFinished', group: 'Panes', title: 'Close finished panes', keys: [], menu: closePanes('Finished') },
  { id: 'pane.closeAll', group: 'Panes', title: 'Close all panes', keys: [], menu: closePanes('All') },
  { id: 'pane.reopen', group: 'Panes', title: 'Reopen closed panes', keys: [], menu: panesMenu(1) },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
    (number) =>
      ({
        id: `pane.${number}`,
        group: 'Panes',
        title: `Go to pane ${number}`,
        keys: [`Mod+${number}`],
        menu: panesMenu(2),
      }) as const,
  ),
  {
    id: 'layout.list',
    group: 'Panes',
    title: 'Layouts…',
    keys: ['Mod+Shift+K'],
    tabKeys: inTab('Ctrl+Shift+K', 'Alt+K'),
    menu: panesMenu(3),
  },
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
    (number) =>
      ({
        id: `layout.${number}`,
        group: 'Panes',
        title: `Open layout ${number}`,
        keys: [`Mod+Shift+${number}`],
        // macOS takes pictures of the screen with Cmd+Shift and a digit.
        macKeys: [`Ctrl+Shift+${number}`],
        menu: { path: ['Panes', 'Open layout'], section: 3 },
      }) as const,
  ),

  ...GO_COMMANDS,

  { id: 'edit.find', group: 'View', title: 'Find in pane', keys: ['Mod+F'], menu: { path: ['Edit'], section: 3 } },
  {
    id: 'edit.searchAll',
    group: 'View',
    title: 'Search everything…',
    keys: ['Mod+Shift+F'],
    menu: { path: ['Edit'], section: 3 },
  },

  {
    id: 'view.palette',
    group: 'View',
    title: 'Command palette',
    keys: ['Mod+K', 'Mod+Shift+P'],
    menu: viewMenu(1),
  },
  { id: 'view.inbox', group: 'View', title: 'Approval inbox', keys: ['Mod+J'], menu: viewMenu(1) },
  { id: 'view.overview', group: 'View', title: 'Overview', keys: ['Mod+Shift+O'], menu: viewMenu(1) },
  { id: 'view.inspector', group: 'View', title: 'Context inspector', keys: ['Mod+I'], menu: viewMenu(1) },
  {
    id: 'view.map',
    group: 'View',
    title: 'Map',
    keys: ['Mod+Shift+G'],
    tabKeys: inTab('Ctrl+Shift+G', 'Alt+G'),
    menu: viewMenu(1),
  },
  { id: 'view.usage', group: 'View', title: 'Usage', keys: [], menu: viewMenu(1) },
  { id: 'view.recorder', group: 'View', title: 'Flight recorder', keys: [], menu: viewMenu(1) },
  { id: 'view.tree', group: 'View', title: 'Show or hide agent tree', keys: ['Mod+B'], menu: viewMenu(2) },
  {
    id: 'tree.focus',
    group: 'View',
    title: 'Go to agent tree, and back',
    keys: ['Mod+Shift+L'],
    tabKeys: inTab('Ctrl+Shift+L', 'Alt+L'),
    menu: viewMenu(2),
  },
  { id: 'tree.collapseAll', group: 'View', title: 'Collapse agent tree', keys: [], menu: viewMenu(2) },
  { id: 'tree.expandAll', group: 'View', title: 'Expand agent tree', keys: [], menu: viewMenu(2) },
  { id: 'tree.reveal', group: 'View', title: 'Show agent in tree', keys: [], menu: viewMenu(2) },
  { id: 'view.theme.system', group: 'View', title: 'Theme: Match system', keys: [], menu: theme('Match system') },
  { id: 'view.theme.light', group: 'View', title: 'Theme: Light', keys: [], menu: theme('Light') },
  { id: 'view.theme.dark', group: 'View', title: 'Theme: Dark', keys: [], menu: theme('Dark') },
  { id: 'help.open', group: 'View', title: 'Help', keys: ['F1'], menu: HELP_MENU },
  { id: 'help.tour', group: 'View', title: 'Tour', keys: [], menu: HELP_MENU },
  { id: 'view.shortcuts', group: 'View', title: 'Keyboard shortcuts', keys: ['Mod+Shift+/'], menu: HELP_MENU },
  { id: 'demo.start', group: 'View', title: 'Try the demo', keys: [], menu: viewMenu(5) },
  { id: 'demo.exit', group: 'View', title: 'Exit demo', keys: [], menu: viewMenu(5) },
  // In the app menu on macOS, at the end of the Agent menu elsewhere.
  { id: 'view.settings', group: 'View', title: 'Settings…', keys: ['Mod+,'], menu: { path: ['ikigai'], section: 1 } },
  {
    id: 'app.installCommand',
    group: 'View',
    title: 'Install the ikigai command…',
    keys: [],
    menu: { path: ['ikigai'], section: 1 },
  },
  ...SETTINGS_PAGES.map(
    (page) =>
      ({
        id: `settings.${page}`,
        group: 'View',
        title: `Settings: ${SETTINGS_PAGE_TITLES[page]}`,
        keys: [],
        menu: { path: ['View', 'Settings'], section: 4, title: SETTINGS_PAGE_TITLES[page] },
      }) as const,
  ),
] as const satisfies readonly AppCommandRow[]

export type AppCommandId = (typeof ROWS)[number]['id']
export type AppCommand = AppCommandRow & { readonly id: AppCommandId }

export const APP_COMMANDS: readonly AppCommand[] = ROWS
