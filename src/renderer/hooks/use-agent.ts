import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'
import { useTree } from './use-stores.ts'

export function useAgent(agentId: AgentId): AgentSummary | undefined {
  return useTree((tree) => tree.agents.get(agentId))
}

/** Returns an agent's name; its short id if the agent does not exist (any more). */
export function useAgentName(agentId: AgentId): string {
  return agentName(useAgent(agentId) ?? { id: agentId, name: '' })
}
