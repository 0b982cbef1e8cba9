import type { AgentId } from '../../shared/ids.ts'
import type { WindowModel } from '../window-model.ts'
import type { CommandBody } from './window-command.ts'

/** What can be done with the focused pane's agent, and a new one. */
export function agentCommands(window: WindowModel): readonly CommandBody[] {
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
      prepare: () => () => void window.agents.createRoot(),
    },
    {
      id: 'agent.fork',
      title: 'Fork…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: null } })),
    },
    { id: 'agent.model', title: 'Choose model…', group: 'Agents', prepare: pickModel },
    {
      id: 'agent.thinking',
      title: 'Choose thinking level…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ levelPickerOf: agentId })),
    },
    {
      id: 'agent.rename',
      title: 'Rename agent',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ renaming: agentId })),
    },
    {
      id: 'agent.rewind',
      title: 'Rewind…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'rewind', agentId } })),
    },
    {
      id: 'agent.mark',
      title: 'Mark here…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'mark', agentId } })),
    },
    {
      id: 'agent.system',
      title: 'Change the system prompt…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'system', agentId } })),
    },
    {
      id: 'agent.copyId',
      title: 'Copy the agent’s UUID',
      group: 'Agents',
      prepare: onFocused((agentId) => void navigator.clipboard.writeText(agentId)),
    },
    {
      id: 'agent.kill',
      title: 'Kill agent…',
      group: 'Agents',
      prepare: onFocused((agentId) => window.dialogs.setState({ dialog: { type: 'kill', agentId } })),
    },
    { id: 'agent.cancel', title: 'Stop the turn', group: 'Agents', prepare: prepareCancel(window) },
  ]
}

function prepareCancel({ layout, views, agents }: WindowModel) {
  return () => {
    const { focused } = layout.store.getState()
    const turn = focused === null ? null : (views.store.getState().views.get(focused)?.turn ?? null)
    return focused === null || turn === null ? null : () => void agents.cancel(focused)
  }
}
