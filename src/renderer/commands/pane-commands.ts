import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { agentName } from '../store/agent-name.ts'
import { activeComparison, membersOf } from '../store/comparison.ts'
import { type LayoutAction, openAgents, stepOf } from '../store/layout.ts'
import { type PaneGroup, panesOf, reopenable } from '../store/shown-panes.ts'
import { texts } from '../text/texts.ts'
import type { CommandBody } from './command-body.ts'
import { focusColumn } from './landmarks.ts'

/** Focuses an agent's prompt box, if its pane is shown. */
export type FocusPrompt = (agentId: AgentId) => void

export function paneCommands(app: AppModel, focusPrompt: FocusPrompt) {
  const { layout } = app.stores
  const focused = () => layout.getState().focused
  const focus = (find: () => AgentId | null | undefined) =>
    onAgent(find, (agentId) => {
      layout.dispatch({ type: 'focus', agentId })
      focusPrompt(agentId)
      // In a narrow view the column is shown in the next frame.
      requestAnimationFrame(() => focusColumn(agentId))
    })
  return {
    ...numberedPanes(app, focus),
    'pane.close': closeFocused(app),
    'pane.closeOthers': closeGroup(app, 'others'),
    'pane.closeIdle': closeGroup(app, 'idle'),
    'pane.closeFinished': closeGroup(app, 'finished'),
    'pane.closeAll': closeGroup(app, 'all'),
    'pane.reopen': reopen(app),
    'pane.maximise': onAgent(focused, (agentId) => layout.dispatch({ type: 'toggle_maximised', agentId })),
    'pane.popOut': popOut(app),
    'pane.lastUsed': focus(() => layout.getState().recent[1]),
    'pane.split': split(app, 'right'),
    'pane.splitDown': split(app, 'down'),
    'pane.move.left': move(app, 'left'),
    'pane.move.right': move(app, 'right'),
    'pane.move.up': move(app, 'up'),
    'pane.move.down': move(app, 'down'),
    'pane.back': visit(app, focusPrompt, -1),
    'pane.forward': visit(app, focusPrompt, 1),
  }
}

/** Closes the pane with the focus; without panes the window, where apps do so. */
function closeFocused({ stores: { layout }, closeWindow }: AppModel): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      return focused === null ? closeWindow : () => layout.dispatch({ type: 'close', agents: [focused] })
    },
  }
}

/** A command on the agent that `find` returns; not available if there is none. */
function onAgent(find: () => AgentId | null | undefined, act: (agentId: AgentId) => void): CommandBody {
  return {
    getAction() {
      const agentId = find()
      return agentId === null || agentId === undefined ? null : () => act(agentId)
    },
  }
}

/** Shows the comparison, else the agent of the focused pane, in a window of its own. */
function popOut({ stores: { comparisons, layout }, actions: { popOuts } }: AppModel): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      const agents = activeComparison(comparisons.getState())?.agents ?? (focused === null ? [] : [focused])
      return agents.length === 0 ? null : () => popOuts.open({ agents })
    },
  }
}

/** Closes several panes, and offers to reopen them. Not available if there are none. */
function closeGroup({ stores: { layout, toasts, tree } }: AppModel, group: PaneGroup): CommandBody {
  return {
    getAction() {
      const agents = panesOf(group, layout.getState(), tree.getState().agents)
      if (agents.length === 0) return null
      return () => {
        layout.dispatch({ type: 'close', agents })
        toasts.show(texts.pane.closed({ panes: agents.length }), () => layout.dispatch({ type: 'reopen' }))
      }
    },
  }
}

function reopen({ stores: { layout } }: AppModel): CommandBody {
  return {
    getAction: () => (reopenable(layout.getState()) === 0 ? null : () => layout.dispatch({ type: 'reopen' })),
    getDetail: () => texts.pane.panes({ panes: reopenable(layout.getState()) }),
  }
}

function numberedPanes(
  { stores: { comparisons, layout, tree } }: AppModel,
  focus: (find: () => AgentId | undefined) => CommandBody,
) {
  const goTo = (number: number): CommandBody => {
    const find = () => {
      const active = activeComparison(comparisons.getState())
      return (active === null ? openAgents(layout.getState()) : membersOf(active))[number - 1]
    }
    const agent = () => tree.getState().agents.get(find() ?? '')
    return {
      ...focus(find),
      getDetail() {
        const found = agent()
        return found === undefined ? null : agentName(found)
      },
    }
  }
  return {
    'pane.1': goTo(1),
    'pane.2': goTo(2),
    'pane.3': goTo(3),
    'pane.4': goTo(4),
    'pane.5': goTo(5),
    'pane.6': goTo(6),
    'pane.7': goTo(7),
    'pane.8': goTo(8),
    'pane.9': goTo(9),
  }
}

function split({ stores: { dialogs, tree } }: AppModel, direction: 'right' | 'down'): CommandBody {
  return {
    getAction() {
      if (tree.getState().agents.size === 0) return null
      return () => dialogs.setState({ dialog: { type: 'split', direction } })
    },
  }
}

function move({ stores: { layout } }: AppModel, direction: 'left' | 'right' | 'up' | 'down'): CommandBody {
  return {
    getAction() {
      const state = layout.getState()
      const step = state.focused === null ? null : stepOf(state, state.focused, direction)
      if (state.focused === null || step === null) return null
      const action: LayoutAction = { type: 'place', agentId: state.focused, ...step }
      return () => layout.dispatch(action)
    },
  }
}

/** Goes to the agent that was focused before (-1) or after (1) the current one. */
function visit({ actions: { paneHistory } }: AppModel, focusPrompt: FocusPrompt, step: 1 | -1): CommandBody {
  return onAgent(
    () => paneHistory.peek(step),
    (agentId) => {
      paneHistory.go(step)
      focusPrompt(agentId)
    },
  )
}
