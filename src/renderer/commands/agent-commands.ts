import type { EventKind } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import type { AppModel } from '../app/app-model.ts'
import { activeComparison } from '../store/comparison.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import type { CommandBody } from './command-body.ts'
import type { FocusPrompt } from './pane-commands.ts'

/** Commands on the agent of the focused pane, and a new agent. */
export function agentCommands(app: AppModel, focusPrompt: FocusPrompt) {
  const { agents } = app.actions
  const { dialogs, layout } = app.stores
  return {
    ...pickerCommands(app),
    ...dialogCommands(app, focusPrompt),
    ...versionCommands(app),
    'agent.new': { getAction: () => () => void agents.createRoot() },
    'agent.newWithProfile': { getAction: () => () => dialogs.setState({ dialog: { type: 'profile' } }) },
    'agent.newOutside': { getAction: () => () => dialogs.setState({ dialog: { type: 'outside' } }) },
    'agent.continueWith': continueWith(app),
    'agent.export': {
      getAction() {
        const { focused } = layout.getState()
        return () => dialogs.setState({ dialog: { type: 'export', agentId: focused } })
      },
    },
    'agent.evaluate': { getAction: () => () => dialogs.setState({ dialog: { type: 'evaluation' } }) },
    'agent.import': { getAction: () => () => dialogs.setState({ dialog: { type: 'import' } }) },
    'agent.cancel': stopTurn(app),
    'agent.terminal': openTerminal(app),
    'agent.clear': onFocused(app, (agentId) => void agents.submit(agentId, '/clear')),
    'agent.compress': onFocused(app, (agentId) => void agents.submit(agentId, '/compress')),
    'agent.stopBelow': onFocused(app, (agentId) => void agents.stop(agentId)),
    'agent.archive': toggles(app, 'archived'),
    'agent.pin': toggles(app, 'pinned'),
    'agent.stopAll': { getAction: () => () => void agents.stop(null) },
  }
}

function onFocused({ stores: { layout } }: AppModel, act: (agentId: AgentId) => void): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      return focused === null ? null : () => act(focused)
    },
  }
}

/** Puts the focused agent into the archive or on top of the tree, or takes it back. */
function toggles(app: AppModel, list: 'archived' | 'pinned'): CommandBody {
  const { arrange } = app.actions
  return onFocused(app, (agentId) => {
    const isIn = app.stores.tree.getState().agents.get(agentId)?.[list] === true
    void (list === 'archived' ? arrange.archive([agentId], !isIn) : arrange.pin([agentId], !isIn))
  })
}

/** Commands that open something in the pane or in the tree. */
function pickerCommands(app: AppModel) {
  const { dialogs } = app.stores
  return {
    'agent.attach': attachFiles(app),
    'agent.model': onFocused(app, (agentId) => dialogs.setState({ modelPickerOf: agentId })),
    'agent.askModel': onFocused(app, (agentId) => dialogs.setState({ askPickerOf: agentId })),
    'agent.thinking': onFocused(app, (agentId) => dialogs.setState({ levelPickerOf: agentId })),
    'agent.copyId': onFocused(app, (agentId) => void navigator.clipboard.writeText(agentId)),
  }
}

/** To the shared prompt of the comparison that is shown, else to the focused agent's. */
function attachFiles({ stores: { layout, comparisons }, actions: { attachments } }: AppModel): CommandBody {
  return {
    getAction() {
      const owner = activeComparison(comparisons.getState())?.id ?? layout.getState().focused
      return owner === null ? null : () => void attachments.choose(owner)
    },
  }
}

/** Shows what the agents in the folder of the focused agent changed, or the panes again. */
function toggleChanges({ stores: { layout, windowView } }: AppModel, focusPrompt: FocusPrompt): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      const isShown = windowView.getState().view.type === 'changes'
      if (focused === null && !isShown) return null
      return () => {
        if (focused !== null && !isShown) return windowView.showChanges({ type: 'folder', agentId: focused })
        windowView.showPanes()
        if (focused !== null) focusPrompt(focused)
      }
    },
  }
}

function dialogCommands(app: AppModel, focusPrompt: FocusPrompt) {
  const opens = (dialogAbout: (agentId: AgentId) => OpenDialog) =>
    onFocused(app, (agentId) => app.stores.dialogs.setState({ dialog: dialogAbout(agentId) }))
  return {
    'agent.fork': opens((agentId) => ({ type: 'fork', agentId, atEventId: null })),
    'agent.race': opens((agentId) => ({ type: 'race', agentId })),
    'agent.rerun': opens((agentId) => ({ type: 'rerun', agentId, promptId: null })),
    'agent.mergeBack': opens((agentId) => ({ type: 'merge_back', agentId, turn: null })),
    'agent.rewind': opens((agentId) => ({ type: 'rewind', agentId })),
    'agent.rename': opens((agentId) => ({ type: 'rename', agentId })),
    'agent.mark': opens((agentId) => ({ type: 'mark', agentId })),
    'agent.system': opens((agentId) => ({ type: 'system', agentId })),
    'agent.budget': opens((agentId) => ({ type: 'budget', agentId })),
    'agent.changes': toggleChanges(app, focusPrompt),
    'agent.folder': opens((agentId) => ({ type: 'folder', agentId })),
    'agent.redact': opens((agentId) => ({ type: 'redact', agentId, eventId: null })),
    'agent.kill': opens((agentId) => ({ type: 'kill', agentIds: [agentId] })),
  }
}

/** Commands on the last prompt and on the last answer; not available while there is none. */
function versionCommands({ stores, actions: { versions } }: AppModel) {
  const { dialogs, layout, views } = stores
  const onLast = (kinds: readonly EventKind[], act: (agentId: AgentId, eventId: EventId) => void): CommandBody => ({
    getAction() {
      const { focused } = layout.getState()
      const events = focused === null ? [] : (views.getState().views.get(focused)?.events ?? [])
      const last = events.findLast(({ kind }) => kinds.includes(kind))
      return focused === null || last === undefined ? null : () => act(focused, last.id)
    },
  })
  return {
    'agent.editLast': onLast(['user'], (agentId, eventId) => versions.edit(agentId, eventId)),
    'agent.retry': onLast(ANSWERS, (agentId, answerId) => void versions.retry(agentId, answerId)),
    'agent.retryWith': onLast(ANSWERS, (agentId, answerId) =>
      dialogs.setState({ dialog: { type: 'retry', agentId, answerId } }),
    ),
  }
}

const ANSWERS: readonly EventKind[] = ['assistant', 'interrupted', 'error']

/** Not available for a killed agent. */
function openTerminal({ stores: { layout, tree }, actions: { terminals } }: AppModel): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      const isAlive = tree.getState().agents.get(focused ?? '')?.status === 'running'
      return focused === null || !isAlive ? null : () => void terminals.show(focused)
    },
  }
}

/** Available for outside agents: a fork at the end, with a model that gets the conversation as ikigai recorded it. */
function continueWith({ stores: { dialogs, layout, tree } }: AppModel): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      const choice = tree.getState().agents.get(focused ?? '')?.choice ?? null
      if (focused === null || outsideProgramOf(choice) === null) return null
      return () => dialogs.setState({ dialog: { type: 'fork', agentId: focused, atEventId: null } })
    },
  }
}

/** Available while a turn runs. */
function stopTurn({ stores: { layout, views }, actions: { agents } }: AppModel): CommandBody {
  return {
    getAction() {
      const { focused } = layout.getState()
      const turn = focused === null ? null : (views.getState().views.get(focused)?.turn ?? null)
      return focused === null || turn === null ? null : () => void agents.cancel(focused)
    },
  }
}
