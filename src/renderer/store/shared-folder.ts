import { type AgentSummary, isBusy } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { isUsed } from '../../shared/usage-totals.ts'

/** How long an agent counts as working in a folder after its last message, ms. */
const AT_WORK_MS = 12 * 3_600_000

/**
 * Returns the agent that works in the folder of an agent that has not begun; null: none does, or this one has begun or has
 * a worktree. Agents in worktrees work in folders of their own. `now`: ms since the epoch.
 */
export function otherInFolder(
  agent: AgentSummary,
  agents: ReadonlyMap<AgentId, AgentSummary>,
  now: number,
): AgentSummary | null {
  const { id, folder, worktree } = agent
  if (folder === undefined || worktree !== undefined || isUsed(agent) || isBusy(agent.activity.type)) return null
  const others = [...agents.values()].filter(
    (other) => other.id !== id && other.folder === folder && isAtWork(other, now),
  )
  return others.find(({ activity }) => isBusy(activity.type)) ?? others[0] ?? null
}

function isAtWork(agent: AgentSummary, now: number): boolean {
  const { activity, archived, lastActivityAt, status } = agent
  if (status === 'killed' || archived === true || !isUsed(agent)) return false
  return isBusy(activity.type) || now - Date.parse(lastActivityAt ?? agent.createdAt) < AT_WORK_MS
}
