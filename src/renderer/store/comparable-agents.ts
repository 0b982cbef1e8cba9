import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { treeRows } from './tree-rows.ts'

/** Agents with the same parent. */
export interface SiblingGroup {
  /** Null: they are roots. */
  readonly parent: AgentSummary | null
  readonly agents: readonly AgentSummary[]
}

/**
 * Returns the groups of agents to compare, starting with those of one agent: its children if there are several, its
 * siblings, then all other groups in the order of the tree.
 */
export function siblingGroups(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  from: AgentId | null,
): readonly SiblingGroup[] {
  const groups = new Map<AgentId | null, AgentSummary[]>()
  for (const { agent } of treeRows(agents.values(), new Set())) {
    const parent = agent.parentId !== null && agents.has(agent.parentId) ? agent.parentId : null
    groups.set(parent, [...(groups.get(parent) ?? []), agent])
  }
  const near: readonly (AgentId | null)[] = from === null ? [] : [from, agents.get(from)?.parentId ?? null]
  const rank = (parent: AgentId | null) => (near.includes(parent) ? near.indexOf(parent) : near.length)
  return [...groups]
    .filter(([, members]) => members.length > 1)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([parent, members]) => ({ parent: parent === null ? null : (agents.get(parent) ?? null), agents: members }))
}
