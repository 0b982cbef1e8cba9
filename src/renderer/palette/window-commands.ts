import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { openAgents } from '../store/layout.ts'
import { THEMES } from '../store/preference-store.ts'
import type { WindowModel } from '../window-model.ts'
import type { KeyBinding } from './key-binding.ts'
import { nextWaiting, relatives } from './related-agents.ts'

/** Something that the window can do by name: from the palette, by its keys, or from the application menu. */
export interface WindowCommand {
  /** As in shared/host-bridge.ts, where the application menu knows it too. */
  readonly id: string
  readonly title: string
  readonly group: 'Agents' | 'Panes' | 'View'
  readonly keys: readonly KeyBinding[]
  /** Null: not possible now. Asked when the palette opens and when the keys are pressed. */
  prepare(): (() => void) | null
}

/** Puts the cursor into an agent's prompt box, if it is shown. */
export type FocusPrompt = (agentId: AgentId) => void

const PANE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Every command of the window. The one list behind palette, keys, shortcut page and menu. */
export function createWindowCommands(window: WindowModel, focusPrompt: FocusPrompt): readonly WindowCommand[] {
  return [
    ...agentCommands(window),
    ...relativeCommands(window),
    ...paneCommands(window, focusPrompt),
    ...viewCommands(window),
  ]
}

function agentCommands(window: WindowModel): readonly WindowCommand[] {
  const onFocused = (act: (agentId: AgentId) => void) => () => {
    const { focused } = window.layout.store.getState()
    return focused === null ? null : () => act(focused)
  }
  const pickModel = onFocused((agentId) => window.dialogs.setState({ modelPickerOf: agentId }))
  return [
    {
      id: 'agent.new',
      title: 'New agent',
      group: 'Agents',
      keys: ['Mod+N'],
      prepare: () => () => void window.agents.createRoot(),
    },
    {
      id: 'agent.fork',
      title: 'Fork…',
      group: 'Agents',
      keys: ['Mod+Shift+N'],
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: null } })),
    },
    { id: 'agent.model', title: 'Choose model…', group: 'Agents', keys: ['Mod+M'], prepare: pickModel },
    {
      id: 'agent.thinking',
      title: 'Choose thinking level…',
      group: 'Agents',
      keys: ['Mod+Shift+T'],
      prepare: pickModel,
    },
    {
      id: 'agent.rename',
      title: 'Rename agent',
      group: 'Agents',
      // F2 renames the row that the tree is on; here it is the focused pane's agent.
      keys: [],
      prepare: onFocused((agentId) => window.dialogs.setState({ renaming: agentId })),
    },
    { id: 'agent.cancel', title: 'Stop the turn', group: 'Agents', keys: [], prepare: prepareCancel(window) },
  ]
}

function prepareCancel({ layout, views, agents }: WindowModel) {
  return () => {
    const { focused } = layout.store.getState()
    const turn = focused === null ? null : (views.store.getState().views.get(focused)?.turn ?? null)
    return focused === null || turn === null ? null : () => void agents.cancel(focused)
  }
}

function relativeCommands({ tree, layout }: WindowModel): readonly WindowCommand[] {
  const go = (find: (agents: ReadonlyMap<AgentId, AgentSummary>, from: AgentId | null) => AgentId | null) => () => {
    const target = find(tree.getState().agents, layout.store.getState().focused)
    return target === null ? null : () => layout.dispatch({ type: 'show', agentId: target })
  }
  return [
    {
      id: 'agent.parent',
      title: 'Go to parent',
      group: 'Agents',
      keys: ['Alt+ArrowUp'],
      prepare: go(relatives.parent),
    },
    {
      id: 'agent.firstChild',
      title: 'Go to first child',
      group: 'Agents',
      keys: ['Alt+ArrowDown'],
      prepare: go(relatives.firstChild),
    },
    {
      id: 'agent.previousSibling',
      title: 'Go to previous sibling',
      group: 'Agents',
      keys: ['Alt+ArrowLeft'],
      prepare: go(relatives.previousSibling),
    },
    {
      id: 'agent.nextSibling',
      title: 'Go to next sibling',
      group: 'Agents',
      keys: ['Alt+ArrowRight'],
      prepare: go(relatives.nextSibling),
    },
    {
      id: 'agent.nextWaiting',
      title: 'Next agent that needs me',
      group: 'Agents',
      keys: ['Mod+Shift+A'],
      prepare: go(nextWaiting),
    },
  ]
}

function paneCommands({ layout, tree }: WindowModel, focusPrompt: FocusPrompt): readonly WindowCommand[] {
  const onPane = (find: () => AgentId | null | undefined, type: 'focus' | 'close' | 'toggle_maximised') => () => {
    const agentId = find()
    if (agentId === null || agentId === undefined) return null
    return () => {
      layout.dispatch({ type, agentId })
      if (type === 'focus') focusPrompt(agentId)
    }
  }
  const focused = () => layout.store.getState().focused
  const pane = (number: number) => () => openAgents(layout.store.getState())[number - 1]
  return [
    { id: 'pane.close', title: 'Close pane', group: 'Panes', keys: ['Mod+W'], prepare: onPane(focused, 'close') },
    {
      id: 'pane.maximise',
      title: 'Maximise pane, or show all',
      group: 'Panes',
      keys: ['Mod+Shift+M'],
      prepare: onPane(focused, 'toggle_maximised'),
    },
    {
      id: 'pane.lastUsed',
      title: 'Go to the last used pane',
      group: 'Panes',
      keys: ['Ctrl+Tab'],
      prepare: onPane(() => layout.store.getState().recent[1], 'focus'),
    },
    ...PANE_NUMBERS.map((number): WindowCommand => ({
      id: `pane.${number}`,
      get title() {
        const agent = tree.getState().agents.get(pane(number)() ?? '')
        return `Go to pane ${number}${agent === undefined ? '' : `: ${agentName(agent)}`}`
      },
      group: 'Panes',
      keys: [`Mod+${number}`],
      prepare: onPane(pane(number), 'focus'),
    })),
  ]
}

function viewCommands({ dialogs, layout, settings }: WindowModel): readonly WindowCommand[] {
  const open = (dialog: OpenDialog) => () => () => dialogs.setState({ dialog })
  return [
    {
      id: 'view.palette',
      title: 'Command palette',
      group: 'View',
      keys: ['Mod+K', 'Mod+Shift+P'],
      prepare: open({ type: 'palette' }),
    },
    {
      id: 'view.tree',
      title: 'Show or hide the tree',
      group: 'View',
      keys: ['Mod+B'],
      prepare: () => () => layout.dispatch({ type: 'toggle_tree' }),
    },
    { id: 'view.settings', title: 'Settings', group: 'View', keys: ['Mod+,'], prepare: open({ type: 'settings' }) },
    {
      id: 'view.shortcuts',
      title: 'Keyboard shortcuts',
      group: 'View',
      keys: ['Mod+Shift+/'],
      prepare: open({ type: 'shortcuts' }),
    },
    ...THEMES.map((theme): WindowCommand => ({
      id: `view.theme.${theme}`,
      title: theme === 'system' ? 'Theme: as the system' : `Theme: ${theme}`,
      group: 'View',
      keys: [],
      prepare: () => () => void settings.setTheme(theme),
    })),
  ]
}
