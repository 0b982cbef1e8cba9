import type { AgentId, EventId } from '../../shared/ids.ts'
import { showEvent } from '../commands/show-event.ts'
import { useApp } from './app-context.ts'

/**
 * Returns a function that loads an event of an agent's stream, scrolls to it and marks it for a moment. Its
 * promise ends when it has scrolled.
 */
export function useShowEvent(): (agentId: AgentId, eventId: EventId) => Promise<void> {
  const app = useApp()
  return (agentId, eventId) => showEvent(app, agentId, eventId)
}
