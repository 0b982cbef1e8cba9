import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './command-body.ts'
import { nextNeedingAttention, relatives } from './related-agents.ts'

type Find = (agents: ReadonlyMap<AgentId, AgentSummary>, from: AgentId | null) => AgentId | null

/** Moves through the tree, starting at the agent of the focused pane. */
export function relativeCommands({ stores: { approvals, tree, layout, dialogs, dismissals } }: AppModel) {
  const go = (find: Find, then?: (agentId: AgentId) => void): CommandBody => ({
    getAction() {
      const target = find(tree.getState().agents, layout.getState().focused)
      if (target === null) return null
      return () => {
        layout.dispatch({ type: 'show', agentId: target })
        then?.(target)
      }
    },
  })
  const nextAsking: Find = (agents, from) =>
    nextNeedingAttention(agents, from, approvals.getState().pending.values(), dismissals.getState())
  return {
    'agent.parent': go(relatives.parent),
    'agent.firstChild': go(relatives.firstChild),
    'agent.previousSibling': go(relatives.previousSibling),
    'agent.nextSibling': go(relatives.nextSibling),
    'agent.nextWaiting': go(nextAsking, (agentId) => dialogs.setState({ answering: agentId })),
  }
}
