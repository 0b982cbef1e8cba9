import type { AgentId } from '../../shared/ids.ts'
import type { SettingsPage } from '../../shared/settings-pages.ts'
import type { AppModel } from '../app/app-model.ts'
import type { AppStores } from '../app/app-stores.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { activeComparison } from '../store/comparison.ts'
import { openFind } from '../store/find-store.ts'
import { openAgents } from '../store/layout.ts'
import { DRAWER_REM, isWindowWithin } from '../store/window-width.ts'
import type { Theme } from '../store/preference-store.ts'
import { agentPath } from '../store/tree-rows.ts'
import type { CommandBody } from './command-body.ts'
import { helpOfPlace } from './help-of-place.ts'
import { focusPart, goToLandmark, isIn } from './landmarks.ts'
import type { FocusPrompt } from './pane-commands.ts'

/** What the window shows: its views, the tree, search and theme. */
export function viewCommands(app: AppModel, focusPrompt: FocusPrompt) {
  const { comparisons, dialogs, layout, tree } = app.stores
  const { inspector, settings, usage } = app.actions
  const opens = (dialog: OpenDialog): CommandBody => ({ getAction: () => () => dialogs.setState({ dialog }) })
  const theme = (name: Theme): CommandBody => ({ getAction: () => () => void settings.setTheme(name) })
  return {
    ...searchCommands(app),
    ...treeCommands(app, focusPrompt),
    ...settingsCommands(opens),
    'view.palette': opens({ type: 'palette' }),
    'agent.switch': {
      getAction: () =>
        tree.getState().agents.size === 0 ? null : () => dialogs.setState({ dialog: { type: 'switcher' } }),
    },
    'agent.prompts': {
      getAction() {
        const { focused: agentId } = layout.getState()
        // A comparison shows the prompts of its agents once, above the columns.
        if (agentId === null || activeComparison(comparisons.getState()) !== null) return null
        return () => dialogs.setState({ dialog: { type: 'prompts', agentId } })
      },
    },
    'view.recorder': opens({ type: 'recorder' }),
    'view.inbox': opens({ type: 'inbox' }),
    'view.settings': opens({ type: 'settings' }),
    'help.open': {
      getAction: () =>
        app.stores.help.getState().shown === null ? () => app.stores.help.show(helpOfPlace(app.stores)) : null,
    },
    'help.tour': { getAction: () => () => app.stores.tour.setState(({ open }) => ({ open: !open })) },
    'view.shortcuts': opens({ type: 'shortcuts' }),
    'view.inspector': { getAction: () => inspector.toggle },
    'view.map': { getAction: () => () => toggleMap(app.stores, focusPrompt) },
    'view.usage': { getAction: () => usage.open },
    'view.overview': {
      getAction: () =>
        openAgents(layout.getState()).length === 0 ? null : () => dialogs.setState({ dialog: { type: 'overview' } }),
    },
    'view.nextArea': { getAction: () => () => goToLandmark(1) },
    'view.previousArea': { getAction: () => () => goToLandmark(-1) },
    'view.tree': { getAction: () => () => toggleTree(app.stores) },
    'demo.start': {
      getAction() {
        // `ikigai demo` shows nothing else.
        const isDemo = app.demo?.isShown === true || tree.getState().status?.demo === true
        return app.demo === null || isDemo ? null : () => app.demo?.show(true)
      },
    },
    'demo.exit': { getAction: () => (app.demo?.isShown === true ? () => app.demo?.show(false) : null) },
    'app.installCommand': { getAction: () => app.offerCommand },
    'view.theme.system': theme('system'),
    'view.theme.light': theme('light'),
    'view.theme.dark': theme('dark'),
  }
}

/** One command for each page of Settings. */
function settingsCommands(opens: (dialog: OpenDialog) => CommandBody) {
  const page = (name: SettingsPage): CommandBody => opens({ type: 'settings', page: name })
  return {
    'settings.keys': page('keys'),
    'settings.models': page('models'),
    'settings.pools': page('pools'),
    'settings.connections': page('connections'),
    'settings.endpoints': page('endpoints'),
    'settings.tools': page('tools'),
    'settings.servers': page('servers'),
    'settings.agents': page('agents'),
    'settings.profiles': page('profiles'),
    'settings.skills': page('skills'),
    'settings.database': page('database'),
    'settings.browsers': page('browsers'),
    'settings.appearance': page('appearance'),
    'settings.shortcuts': page('shortcuts'),
    'settings.about': page('about'),
  }
}

function searchCommands({ stores: { dialogs, layout, find } }: AppModel) {
  return {
    'edit.find': {
      getAction() {
        const { focused } = layout.getState()
        return focused === null ? null : () => openFind(find, focused)
      },
    },
    'edit.searchAll': { getAction: () => () => dialogs.setState({ dialog: { type: 'search' } }) },
  }
}

/** Shows the map in place of the panes, or the panes again. */
function toggleMap({ layout, windowView }: Pick<AppStores, 'layout' | 'windowView'>, focusPrompt: FocusPrompt): void {
  if (windowView.getState().view.type !== 'map') return windowView.show({ type: 'map' })
  windowView.showPanes()
  const { focused } = layout.getState()
  if (focused !== null) focusPrompt(focused)
}

/** Opens the tree over the panes in a narrow window; elsewhere shows or hides it beside them. */
export function toggleTree({ dialogs, layout }: AppStores): void {
  if (isWindowWithin(DRAWER_REM)) dialogs.setState({ dialog: { type: 'tree' } })
  else layout.dispatch({ type: 'toggle_tree' })
}

const TREE = '[role="tree"]'
const TREE_CURSOR = `${TREE} [role="treeitem"][tabindex="0"]`

/**
 * Moves the focus to the row of the tree that is reachable with Tab, that of the focused pane at first; from the tree back
 * to the prompt. A hidden tree is shown.
 */
function goToTree(stores: AppStores, focusPrompt: FocusPrompt): void {
  const { focused, treeVisible } = stores.layout.getState()
  if (isIn(TREE)) {
    if (focused !== null) focusPrompt(focused)
    return
  }
  if (focusPart(TREE_CURSOR) || (treeVisible && !isWindowWithin(DRAWER_REM))) return
  toggleTree(stores)
  requestAnimationFrame(() => focusPart(TREE_CURSOR))
}

function treeCommands({ stores }: AppModel, focusPrompt: FocusPrompt) {
  const { dialogs, tree, layout } = stores
  const parents = () => [...new Set([...tree.getState().agents.values()].flatMap(({ parentId }) => parentId ?? []))]
  return {
    'tree.focus': { getAction: () => () => goToTree(stores, focusPrompt) },
    'tree.collapseAll': { getAction: () => () => layout.dispatch({ type: 'set_collapsed', ids: parents() }) },
    'tree.expandAll': { getAction: () => () => layout.dispatch({ type: 'set_collapsed', ids: [] }) },
    'tree.reveal': {
      getAction() {
        const { focused } = layout.getState()
        if (focused === null) return null
        return () => {
          layout.dispatch({ type: 'unfold', agents: ancestors(tree, focused) })
          if (isWindowWithin(DRAWER_REM)) dialogs.setState({ dialog: { type: 'tree' } })
        }
      },
    },
  }
}

function ancestors(tree: AgentTreeStore, agentId: AgentId): readonly string[] {
  return agentPath(tree.getState().agents, agentId)
    .slice(0, -1)
    .map(({ id }) => id)
}
