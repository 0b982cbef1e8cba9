import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { needsAttention } from '../store/agent-state.ts'
import { treeRows } from '../store/tree-rows.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** Neighbours of an agent in the tree; null: none in that direction. */
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

/** Returns the next agent after `from` that needs attention, continuing at the top of the tree; null: none. */
export function nextNeedingAttention(agents: Agents, from: AgentId | null): AgentId | null {
  const order = inTreeOrder(agents)
  const start = order.findIndex((agent) => agent.id === from) + 1
  const next = [...order.slice(start), ...order.slice(0, start)].find(needsAttention)
  return next?.id ?? null
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
