import type { AgentId } from '../../shared/ids.ts'

/** Returns the element id of an agent's prompt box. */
export function promptElementId(agentId: AgentId): string {
  return `prompt-${agentId}`
}

/** Returns the prompt box of an agent, if its pane is shown. */
export function promptElement(agentId: AgentId | null): HTMLElement | null {
  return agentId === null ? null : document.getElementById(promptElementId(agentId))
}
