import type { EventHub } from '../events/event-hub.ts'
import type { Logger, StreamJournal } from '../ports.ts'
import { interruptedEvent } from './response-events.ts'

/**
 * What a dead engine was streaming becomes an `interrupted` event of its turn, and a tool's result that it had not come
 * to record becomes one now. Nothing runs again by itself.
 */
export async function recoverTurns(journal: StreamJournal, hub: EventHub, logger: Logger): Promise<void> {
  const turns = await journal.recover()
  if (!turns.ok) {
    logger.error('The journal of interrupted turns could not be read', { error: turns.error.message })
    return
  }
  for (const { agentId, turnId, choice, events } of turns.value) {
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []))
    const streamed = events.filter((event) => event.type !== 'tool_result')
    const end = interruptedEvent({ agentId, turnId }, streamed, { choice, endpoint: '' }, 'crash')
    const recorded = await hub.record({ events: [...results, end], settledTurns: [turnId] })
    if (!recorded.ok) logger.error('An interrupted turn could not be recorded', { error: recorded.error.message })
  }
}
