import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { archivedAgents } from './agent-state.ts'
import { treeRows } from './tree-rows.ts'

/** Agents with the same parent. */
export interface SiblingGroup {
  /** Null: they are roots. */
  readonly parent: AgentSummary | null
  readonly agents: readonly AgentSummary[]
}

/**
 * Returns the groups of agents to compare, starting with those of one agent: its children if there are several, its
 * siblings, then all other groups in the order of the tree. `atLeast`: the number of agents of a group.
 */
export function siblingGroups(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  from: AgentId | null,
  atLeast = 2,
): readonly SiblingGroup[] {
  const groups = new Map<AgentId | null, AgentSummary[]>()
  for (const { agent } of treeRows(agents.values(), new Set())) {
    const parent = agent.parentId !== null && agents.has(agent.parentId) ? agent.parentId : null
    groups.set(parent, [...(groups.get(parent) ?? []), agent])
  }
  const near: readonly (AgentId | null)[] = from === null ? [] : [from, agents.get(from)?.parentId ?? null]
  const rank = (parent: AgentId | null) => (near.includes(parent) ? near.indexOf(parent) : near.length)
  return [...groups]
    .filter(([, members]) => members.length >= atLeast)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([parent, members]) => ({ parent: parent === null ? null : (agents.get(parent) ?? null), agents: members }))
}

/** Returns all agents that are not archived and whose name or model contains every word, in the groups above. */
export function comparableGroups(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  from: AgentId | null,
  query: string,
): readonly SiblingGroup[] {
  const archived = archivedAgents(agents.values())
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ id, name, choice }: AgentSummary): boolean => {
    const text = `${name} ${choice?.model ?? ''}`.toLowerCase()
    return !archived.has(id) && words.every((word) => text.includes(word))
  }
  return siblingGroups(agents, from, 1)
    .map(({ parent, agents: members }) => ({ parent, agents: members.filter(matches) }))
    .filter(({ agents: members }) => members.length > 0)
}
