import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'

/** What a person typed to this agent, newest first, without repetitions. */
export function promptHistory(agentId: AgentId, events: readonly AgentEvent[]): readonly string[] {
  const typed = new Set<string>()
  for (const event of events.toReversed()) {
    if (isTypedTo(agentId, event) && event.content !== null) typed.add(event.content)
  }
  return [...typed]
}

function isTypedTo(agentId: AgentId, { kind, agentId: owner }: AgentEvent): boolean {
  return (kind === 'user' || kind === 'command') && owner === agentId
}
