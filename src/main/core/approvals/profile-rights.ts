import type { AgentProfile } from '../../../shared/agent-profile.ts'
import type { ApprovalRule } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { isSearchTool } from '../../../shared/tool-search.ts'
import { matchesPattern } from './match-pattern.ts'

/**
 * Whether an agent with this profile has a tool. Without a profile it has all. An agent with any tool also has the tool
 * search, which finds and calls only the agent's own tools.
 */
export function hasTool(profile: AgentProfile | undefined, tool: string): boolean {
  const tools = profile?.tools ?? null
  if (tools === null || (isSearchTool(tool) && tools.length > 0)) return true
  return tools.some((pattern) => matchesPattern(pattern, tool, 'anything'))
}

/** The rules of an agent's profile, for that agent alone. */
export function profileRules(agentId: AgentId, profile: AgentProfile | undefined): readonly ApprovalRule[] {
  return (profile?.rules ?? []).map((rule, index) => {
    return { ...rule, id: `profile_${agentId}_${index}`, scope: { type: 'agent', agentId }, createdAt: 0 }
  })
}

/** Returns why a call is denied. `isOwn`: by the profile of the agent that calls; else of one whose mail led to its turn. */
export function notInProfile(tool: string, isOwn: boolean): string {
  return `The profile of ${isOwn ? 'this agent' : 'the agent whose mail led to this turn'} has no ${tool}.`
}
