import { shortAgentId, type AgentId } from '../../shared/ids.ts'

/** What an agent is called: its name, else its short id. */
export function agentName(agent: { readonly id: AgentId; readonly name: string }): string {
  return agent.name === '' ? shortAgentId(agent.id) : agent.name
}
