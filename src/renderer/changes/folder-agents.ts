import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The changes of more agents are not listed at once. */
const MAX_AGENTS = 12

type Agents = ReadonlyMap<AgentId, AgentSummary>

/** Returns the agents that work in the folder of an agent: that one first, then the others, the last active one first. */
export function agentsInFolder(agents: Agents, agentId: AgentId): readonly AgentId[] {
  const folder = agents.get(agentId)?.folder
  const others = [...agents.values()]
    .filter((agent) => agent.id !== agentId && agent.archived !== true)
    .filter((agent) => folder !== undefined && agent.folder === folder)
    .toSorted(byActivity)
  return [agentId, ...others.map(({ id }) => id)].slice(0, MAX_AGENTS)
}

/** A folder in which agents work. */
export interface AgentsFolder {
  readonly folder: string
  /** The agent that was active last. */
  readonly agentId: AgentId
  /** It is a worktree that was made for an agent. */
  readonly isWorktree: boolean
}

/** Returns the folders of all agents that are not archived, that of the last active agent first. */
export function foldersOfAgents(agents: Agents): readonly AgentsFolder[] {
  const found = new Map<string, AgentsFolder>()
  for (const { id, folder, archived, worktree } of [...agents.values()].toSorted(byActivity)) {
    if (folder === undefined || archived === true || found.has(folder)) continue
    found.set(folder, { folder, agentId: id, isWorktree: worktree !== undefined })
  }
  return [...found.values()]
}

function byActivity(first: AgentSummary, second: AgentSummary): number {
  return (second.lastMessageId ?? 0) - (first.lastMessageId ?? 0)
}

/** Returns the last part of a path, of any operating system; a path without parts is its own name. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}
