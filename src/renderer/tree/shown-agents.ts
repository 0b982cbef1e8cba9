import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { archivedAgents, withAncestors } from '../store/agent-state.ts'
import { parseAgentFilter } from './agent-filter.ts'

export interface TreeView {
  readonly query: string
  /** Whether the archive is open. */
  readonly showsArchive: boolean
  /** The agent of the focused pane, which is shown even if it was killed; null: none. */
  readonly current: AgentId | null
}

/** The agents that the tree shows. */
export interface ShownAgents {
  readonly agents: readonly AgentSummary[]
  /** Ancestors of agents that match the filter, which do not match themselves. */
  readonly dimmed: ReadonlySet<AgentId>
  /** Number of agents that match the filter. Null: there is none. */
  readonly matches: number | null
}

/**
 * Returns the agents that match the filter, or without one those that were neither killed nor archived; both with their
 * ancestors, so that the result is a tree.
 */
export function shownAgents(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  { query, showsArchive, current }: TreeView,
): ShownAgents {
  const archived = archivedAgents(agents.values())
  const filter = parseAgentFilter(query)
  const context = { agents, archived }
  const isShown = (agent: AgentSummary): boolean =>
    filter === null
      ? (agent.status !== 'killed' || agent.id === current) && (showsArchive || !archived.has(agent.id))
      : filter(agent, context)
  const found = [...agents.values()].filter(isShown)
  const matching = new Set(found.map(({ id }) => id))
  const shown = withAncestors(agents, matching)
  return {
    agents: [...agents.values()].filter(({ id }) => shown.has(id)),
    dimmed: new Set(filter === null ? [] : [...shown].filter((id) => !matching.has(id))),
    matches: filter === null ? null : found.length,
  }
}
