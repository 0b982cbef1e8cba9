import type { AgentSummary } from '../../shared/agent-summary.ts'

const MAX_RECENT = 6

/**
 * Returns the folders that agents of this home worked in last, newest first, each once. Worktrees are left out: each
 * belongs to one agent.
 */
export function recentFolders(agents: Iterable<AgentSummary>): readonly string[] {
  const newestFirst = [...agents]
    .filter(({ worktree, otherHome }) => worktree === undefined && otherHome === undefined)
    .toSorted((a, b) => lastActive(b).localeCompare(lastActive(a)))
  return [...new Set(newestFirst.flatMap(({ folder }) => folder ?? []))].slice(0, MAX_RECENT)
}

/** ISO 8601, UTC: ordered as text. */
function lastActive({ lastActivityAt, createdAt }: AgentSummary): string {
  return lastActivityAt ?? createdAt
}
