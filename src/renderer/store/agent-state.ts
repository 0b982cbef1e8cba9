import type { AgentActivity, AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { treeOrder } from '../../shared/tree-order.ts'

const RUNNING: ReadonlySet<AgentActivity['type']> = new Set(['streaming', 'tools', 'retrying'])

/** Returns whether a turn of the agent runs and does not wait for the user. */
export function isRunning({ activity }: AgentSummary): boolean {
  return RUNNING.has(activity.type)
}

/** Returns whether the agent waits for an answer of the user. */
export function isWaiting({ activity }: AgentSummary): boolean {
  return activity.type === 'needs_approval'
}

/** Returns the agents that are in the archive: those that were archived, and all agents below them. */
export function archivedAgents(agents: Iterable<AgentSummary>): ReadonlySet<AgentId> {
  const archived = new Set<AgentId>()
  for (const { agent } of treeOrder([...agents])) {
    if (agent.archived === true || (agent.parentId !== null && archived.has(agent.parentId))) archived.add(agent.id)
  }
  return archived
}

/** Returns the agents in their order, each followed by those above it. */
export function withAncestors(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  agentIds: Iterable<AgentId>,
): ReadonlySet<AgentId> {
  const all = new Set<AgentId>()
  for (const id of agentIds) {
    for (let agent = agents.get(id); agent !== undefined && !all.has(agent.id);) {
      all.add(agent.id)
      agent = agent.parentId === null ? undefined : agents.get(agent.parentId)
    }
  }
  return all
}
