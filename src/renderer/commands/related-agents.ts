import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { treeRows } from '../store/tree-rows.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** Where the arrow keys lead from an agent; null: nowhere. */
export const relatives = {
  parent(agents: Agents, from: AgentId | null): AgentId | null {
    return (from === null ? null : agents.get(from)?.parentId) ?? null
  },
  firstChild(agents: Agents, from: AgentId | null): AgentId | null {
    return inTreeOrder(agents).find((agent) => from !== null && agent.parentId === from)?.id ?? null
  },
  previousSibling: (agents: Agents, from: AgentId | null) => sibling(agents, from, -1),
  nextSibling: (agents: Agents, from: AgentId | null) => sibling(agents, from, 1),
}

/** The next agent in the tree after `from`, round the end, that waits for a person: an approval, or a failure. */
export function nextWaiting(agents: Agents, from: AgentId | null): AgentId | null {
  const order = inTreeOrder(agents)
  const start = order.findIndex((agent) => agent.id === from) + 1
  const waiting = [...order.slice(start), ...order.slice(0, start)].find(needsPerson)
  return waiting?.id ?? null
}

export function needsPerson({ activity }: AgentSummary): boolean {
  return activity.type === 'needs_approval' || activity.type === 'failed'
}

function sibling(agents: Agents, from: AgentId | null, step: 1 | -1): AgentId | null {
  const agent = from === null ? undefined : agents.get(from)
  if (agent === undefined) return null
  const siblings = inTreeOrder(agents).filter((each) => each.parentId === agent.parentId)
  return siblings[siblings.findIndex((each) => each.id === agent.id) + step]?.id ?? null
}

function inTreeOrder(agents: Agents): readonly AgentSummary[] {
  return treeRows(agents.values(), new Set()).map((row) => row.agent)
}
