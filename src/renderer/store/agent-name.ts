import { shortAgentId, type AgentId } from '../../shared/ids.ts'

/** Returns an agent's name, else its short id. */
export function agentName(agent: { readonly id: AgentId; readonly name: string }): string {
  return agent.name === '' ? shortAgentId(agent.id) : agent.name
}
