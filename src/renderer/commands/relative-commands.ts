import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { nextWaiting, relatives } from './related-agents.ts'
import type { CommandBody } from './window-command.ts'

/** Ways through the tree from the focused pane's agent. */
export function relativeCommands({ stores: { tree, layout, dialogs } }: AppModel): readonly CommandBody[] {
  const go = (find: (agents: ReadonlyMap<AgentId, AgentSummary>, from: AgentId | null) => AgentId | null) => () => {
    const target = find(tree.getState().agents, layout.getState().focused)
    return target === null ? null : () => layout.dispatch({ type: 'show', agentId: target })
  }
  return [
    {
      id: 'agent.parent',
      title: 'Go to parent',
      group: 'Agents',
      prepare: go(relatives.parent),
    },
    {
      id: 'agent.firstChild',
      title: 'Go to first child',
      group: 'Agents',
      prepare: go(relatives.firstChild),
    },
    {
      id: 'agent.previousSibling',
      title: 'Go to previous sibling',
      group: 'Agents',
      prepare: go(relatives.previousSibling),
    },
    {
      id: 'agent.nextSibling',
      title: 'Go to next sibling',
      group: 'Agents',
      prepare: go(relatives.nextSibling),
    },
    {
      id: 'agent.nextWaiting',
      title: 'Next agent that needs me',
      group: 'Agents',
      prepare() {
        const target = nextWaiting(tree.getState().agents, layout.getState().focused)
        if (target === null) return null
        return () => {
          layout.dispatch({ type: 'show', agentId: target })
          dialogs.setState({ answering: target })
        }
      },
    },
  ]
}
