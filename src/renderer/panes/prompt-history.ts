import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'

/** What a person typed to this agent, newest first, without repetitions. */
export function promptHistory(agentId: AgentId, events: readonly AgentEvent[]): readonly string[] {
  const typed: string[] = []
  for (const event of events.toReversed()) {
    const isTyped = (event.kind === 'user' || event.kind === 'command') && event.agentId === agentId
    if (isTyped && event.content !== null && !typed.includes(event.content)) typed.push(event.content)
  }
  return typed
}
