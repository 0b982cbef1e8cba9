import type { AgentId } from '../../shared/ids.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

/** What can be done with the focused pane's agent, and a new one. */
export function agentCommands(app: AppModel): readonly CommandBody[] {
  const { agents } = app.actions
  const { dialogs, layout } = app.stores
  return [
    command('agent.new', 'New agent', () => () => void agents.createRoot()),
    ...pickerCommands(app),
    ...dialogCommands(app),
    command('agent.export', 'Export…', () => {
      const { focused } = layout.getState()
      return () => dialogs.setState({ dialog: { type: 'export', agentId: focused } })
    }),
    command('agent.import', 'Import…', () => () => dialogs.setState({ dialog: { type: 'import' } })),
    command('agent.cancel', 'Stop the turn', prepareCancel(app)),
    command(
      'agent.stopBelow',
      'Stop everything below this',
      onFocused(app, (agentId) => void agents.stop(agentId)),
    ),
    command('agent.stopAll', 'Stop everything', () => () => void agents.stop(null)),
  ]
}

type Prepare = CommandBody['prepare']

function command(id: CommandBody['id'], title: string, prepare: Prepare): CommandBody {
  return { id, title, group: 'Agents', prepare }
}

function onFocused({ stores: { layout } }: AppModel, act: (agentId: AgentId) => void): Prepare {
  return () => {
    const { focused } = layout.getState()
    return focused === null ? null : () => act(focused)
  }
}

/** What happens in the pane or the tree itself. */
function pickerCommands(app: AppModel): readonly CommandBody[] {
  const { dialogs } = app.stores
  const pickModel = onFocused(app, (agentId) => dialogs.setState({ modelPickerOf: agentId }))
  const pickLevel = onFocused(app, (agentId) => dialogs.setState({ levelPickerOf: agentId }))
  const rename = onFocused(app, (agentId) => dialogs.setState({ renaming: agentId }))
  const copyId = onFocused(app, (agentId) => void navigator.clipboard.writeText(agentId))
  return [
    command('agent.model', 'Choose model…', pickModel),
    command('agent.thinking', 'Choose thinking level…', pickLevel),
    command('agent.rename', 'Rename agent', rename),
    command('agent.copyId', 'Copy the agent’s UUID', copyId),
  ]
}

function dialogCommands(app: AppModel): readonly CommandBody[] {
  const asks = (id: CommandBody['id'], title: string, dialogAbout: (agentId: AgentId) => OpenDialog) => {
    const open = (agentId: AgentId) => app.stores.dialogs.setState({ dialog: dialogAbout(agentId) })
    return command(id, title, onFocused(app, open))
  }
  return [
    asks('agent.fork', 'Fork…', (agentId) => ({ type: 'fork', agentId, atEventId: null })),
    asks('agent.rewind', 'Rewind…', (agentId) => ({ type: 'rewind', agentId })),
    asks('agent.mark', 'Mark here…', (agentId) => ({ type: 'mark', agentId })),
    asks('agent.system', 'Change the system prompt…', (agentId) => ({ type: 'system', agentId })),
    asks('agent.budget', 'Set budget…', (agentId) => ({ type: 'budget', agentId })),
    asks('agent.folder', 'Working folder…', (agentId) => ({ type: 'folder', agentId })),
    asks('agent.kill', 'Kill agent…', (agentId) => ({ type: 'kill', agentId })),
  ]
}

function prepareCancel({ stores: { layout, views }, actions: { agents } }: AppModel): Prepare {
  return () => {
    const { focused } = layout.getState()
    const turn = focused === null ? null : (views.getState().views.get(focused)?.turn ?? null)
    return focused === null || turn === null ? null : () => void agents.cancel(focused)
  }
}
