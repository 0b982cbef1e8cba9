import type { NewEvent } from '../../../shared/agent-event.ts'
import { defined } from '../../../shared/defined.ts'
import type { PriceList } from '../models/price-list.ts'
import type { JournaledTurn, JournalEvent } from '../ports/storage-ports.ts'
import { interruptedEvent } from './response-events.ts'
import type { TurnServices } from './turn-services.ts'

/** Interval between checks for crashed engines on this database, ms. */
const TAKE_OVER_MS = 5_000

/** Recovers the turns of other engines that crash while this one runs, until the signal aborts. */
export async function recoverFromDeadEngines(signal: AbortSignal, services: TurnServices): Promise<void> {
  for (;;) {
    await services.clock.sleep(TAKE_OVER_MS, signal)
    if (signal.aborted) return
    await recoverTurns(services)
  }
}

/**
 * Records the unfinished turns of crashed engines: what was streamed becomes an `interrupted` event, and tool results
 * that were not recorded yet become events. Nothing is run again automatically.
 */
export async function recoverTurns({ journal, hub, prices, logger }: TurnServices): Promise<void> {
  const turns = await journal.recover()
  if (!turns.ok) {
    logger.error('The journal of interrupted turns could not be read', { error: turns.error.message })
    return
  }
  for (const turn of turns.value) {
    const recorded = await hub.record({ events: endOf(turn, prices), settledTurns: [turn.turnId] })
    if (!recorded.ok) logger.error('An interrupted turn could not be recorded', { error: recorded.error.message })
  }
}

function endOf({ agentId, turnId, choice, events }: JournaledTurn, prices: PriceList): readonly NewEvent[] {
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []))
  const streamed = events.filter((event) => event.type !== 'tool_result' && event.type !== 'question')
  const speaker = { choice, endpoint: '', cost: prices.cost }
  const asked = openQuestions(events)
  const more = defined({ unanswered_calls: asked.length === 0 ? undefined : asked })
  return [...results, interruptedEvent({ agentId, turnId }, streamed, speaker, 'crash', more)]
}

/** Returns the ids of the calls whose question was open when the engine ended. */
function openQuestions(events: readonly JournalEvent[]): readonly string[] {
  const open = new Map<string, string>()
  for (const event of events) {
    if (event.type !== 'question') continue
    if (event.isOpen) open.set(event.id, event.callId)
    else open.delete(event.id)
  }
  return [...new Set(open.values())]
}
