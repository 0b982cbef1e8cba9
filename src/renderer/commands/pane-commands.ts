import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'
import { openAgents } from '../store/layout.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

/** Puts the cursor into an agent's prompt box, if it is shown. */
export type FocusPrompt = (agentId: AgentId) => void

const PANE_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

export function paneCommands({ stores: { layout, tree } }: AppModel, focusPrompt: FocusPrompt): readonly CommandBody[] {
  const onPane = (find: () => AgentId | null | undefined, type: 'focus' | 'close' | 'toggle_maximised') => () => {
    const agentId = find()
    if (agentId === null || agentId === undefined) return null
    return () => {
      layout.dispatch({ type, agentId })
      if (type === 'focus') focusPrompt(agentId)
    }
  }
  const focused = () => layout.getState().focused
  const pane = (number: number) => () => openAgents(layout.getState())[number - 1]
  return [
    { id: 'pane.close', title: 'Close pane', group: 'Panes', prepare: onPane(focused, 'close') },
    {
      id: 'pane.maximise',
      title: 'Maximise pane, or show all',
      group: 'Panes',
      prepare: onPane(focused, 'toggle_maximised'),
    },
    {
      id: 'pane.lastUsed',
      title: 'Go to the last used pane',
      group: 'Panes',
      prepare: onPane(() => layout.getState().recent[1], 'focus'),
    },
    ...PANE_NUMBERS.map((number): CommandBody => ({
      id: `pane.${number}`,
      get title() {
        const agent = tree.getState().agents.get(pane(number)() ?? '')
        return `Go to pane ${number}${agent === undefined ? '' : `: ${agentName(agent)}`}`
      },
      group: 'Panes',
      prepare: onPane(pane(number), 'focus'),
    })),
  ]
}
