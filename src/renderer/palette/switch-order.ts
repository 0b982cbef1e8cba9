import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentKeywords, lastActive } from './palette-query.ts'
import { paletteMatch } from './palette-match.ts'

/** Agents that the list has at most: each row costs time when it opens. */
const MOST_SHOWN = 40

interface SwitchableAgents {
  /** Those whose panes had the focus, the last one first. */
  readonly lately: readonly AgentSummary[]
  /** The others that match, those that were active last first. */
  readonly others: readonly AgentSummary[]
  /** Number of agents that match and are not shown. */
  readonly more: number
}

interface SwitchFrom {
  /** The agents whose panes had the focus, newest first. */
  readonly recent: readonly AgentId[]
  /** The agent of the focused pane; null: none. */
  readonly focused: AgentId | null
}

/**
 * Returns the agents to switch to. While nothing is typed, the focused agent is left out, so that the first one is the one
 * before it, and so are killed and archived agents that had no pane lately. What is typed finds all of them.
 */
export function switchableAgents(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  typed: string,
  { recent, focused }: SwitchFrom,
): SwitchableAgents {
  const isFound = (agent: AgentSummary): boolean =>
    typed.trim() === '' ? agent.id !== focused : paletteMatch(agent.id, typed, agentKeywords(agent)) > 0
  const isHidden = ({ status, archived }: AgentSummary): boolean =>
    typed.trim() === '' && (status === 'killed' || archived === true)
  const lately = recent.flatMap((id) => agents.get(id) ?? []).filter(isFound)
  const others = [...agents.values()]
    .filter((agent) => !recent.includes(agent.id) && isFound(agent) && !isHidden(agent))
    .toSorted((a, b) => (lastActive(a) < lastActive(b) ? 1 : -1))
  const shown = others.slice(0, Math.max(0, MOST_SHOWN - lately.length))
  return {
    lately: lately.slice(0, MOST_SHOWN),
    others: shown,
    more: lately.length + others.length - Math.min(lately.length, MOST_SHOWN) - shown.length,
  }
}
