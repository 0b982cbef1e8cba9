import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'
import { useLayout, useTree, useWindowView } from './use-stores.ts'

export function useAgent(agentId: AgentId): AgentSummary | undefined {
  return useTree((tree) => tree.agents.get(agentId))
}

/** Returns an agent's name; its short id if the agent does not exist (any more). */
export function useAgentName(agentId: AgentId): string {
  return agentName(useAgent(agentId) ?? { id: agentId, name: '' })
}

/** The agent that the window shows: that of the focused pane, or the race whose board has the place of the panes. Null: none. */
export function useChosenAgent(): AgentId | null {
  const focused = useLayout((layout) => layout.focused)
  const race = useWindowView(({ view }) => (view.type === 'race' && view.attempt === null ? view.agentId : null))
  return race ?? focused
}
