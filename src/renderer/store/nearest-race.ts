import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentPath } from './tree-rows.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

/**
 * Returns the race that is nearest to an agent: the agent itself or the nearest one above it, else the race whose attempts
 * were begun last and that is not archived. Null: there is none. A race is an agent that has attempts.
 */
export function nearestRace(agents: Agents, focused: AgentId | null): AgentId | null {
  const attempts = [...agents.values()].filter(({ forkReason }) => forkReason === 'race')
  if (attempts.length === 0) return null
  const races = new Set(attempts.flatMap(({ parentId }) => parentId ?? []))
  const above = focused === null ? undefined : agentPath(agents, focused).findLast(({ id }) => races.has(id))
  if (above !== undefined) return above.id
  const isHidden = (raceId: AgentId): boolean => agentPath(agents, raceId).some(({ archived }) => archived === true)
  const begun = attempts.toSorted((first, second) => second.createdAt.localeCompare(first.createdAt))
  return (
    begun.find(({ parentId }) => parentId !== null && agents.has(parentId) && !isHidden(parentId))?.parentId ?? null
  )
}
