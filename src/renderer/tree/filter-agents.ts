import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentName } from '../store/agent-name.ts'

/**
 * Returns the agents whose name, id or model contains every word of the query, and their ancestors, so that the result
 * is a tree.
 */
export function filterAgents(agents: ReadonlyMap<AgentId, AgentSummary>, query: string): readonly AgentSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...agents.values()]
  const shown = new Set<AgentId>()
  for (const agent of agents.values()) {
    if (!matches(agent, words)) continue
    for (let next: AgentSummary | undefined = agent; next !== undefined && !shown.has(next.id);) {
      shown.add(next.id)
      next = next.parentId === null ? undefined : agents.get(next.parentId)
    }
  }
  return [...agents.values()].filter(({ id }) => shown.has(id))
}

function matches(agent: AgentSummary, words: readonly string[]): boolean {
  const text = `${agentName(agent)} ${agent.id} ${agent.choice?.model ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
