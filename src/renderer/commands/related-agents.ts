import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { PendingApproval } from '../../shared/approval.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { Dismissals } from '../store/dismissal-store.ts'
import { inboxItems } from '../store/inbox-items.ts'
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

/**
 * Returns the next agent after `from` that needs attention: of those with open questions, in the order in which they
 * asked; if none has a question, of those whose turn was interrupted, then failed, oldest first. Null: none.
 */
export function nextNeedingAttention(
  agents: Agents,
  from: AgentId | null,
  questions: Iterable<Pick<PendingApproval, 'agentId' | 'askedAt'>>,
  dismissals: Dismissals,
): AgentId | null {
  const asking = [...questions].toSorted((a, b) => a.askedAt - b.askedAt).map(({ agentId }) => agentId)
  const waiting = [...new Set(asking)].filter((id) => agents.has(id))
  if (waiting.length > 0) return after(waiting, from)[0] ?? null
  const { interrupted, failed } = inboxItems(agents.values(), [], dismissals)
  const stopped = [...interrupted, ...failed].map(({ id }) => id)
  return after(stopped, from)[0] ?? null
}

/** Returns the ids after one of them, then those up to it. */
function after(ids: readonly AgentId[], from: AgentId | null): readonly AgentId[] {
  const start = ids.findIndex((id) => id === from) + 1
  return [...ids.slice(start), ...ids.slice(0, start)]
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
