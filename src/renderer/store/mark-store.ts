import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentMarks } from '../../shared/agent-marks.ts'
import { isOnlyUsage } from '../../shared/context-edits.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { agentMarks } from '../../shared/agent-marks.ts'
import { eventHas } from '../../shared/event-facts.ts'
import type { AgentViews } from './agent-view-store.ts'
import type { EngineClient } from './engine-connection.ts'

/** The engine's answer about an agent's marks, and the state of the log to which it applies. */
export interface KnownMarks {
  readonly upTo: EventId
  readonly marks: AgentMarks
}

interface MarkState {
  readonly known: ReadonlyMap<AgentId, KnownMarks>
}

/** All marks of agents, also those that were set before the loaded events. */
export interface Marks extends StoreApi<MarkState> {
  /** Loads the marks from the engine, unless the known ones are current. A failure leaves the state unchanged. */
  load(agentId: AgentId): Promise<void>
}

export function createMarks(client: EngineClient, views: AgentViews): Marks {
  const store = createStore<MarkState>(() => ({ known: new Map() }))
  const asked = new Map<AgentId, EventId>()

  return {
    ...store,
    async load(agentId) {
      const upTo = newestChange(agentId, views.getState().views.get(agentId)?.events ?? [])
      if (asked.get(agentId) === upTo) return
      asked.set(agentId, upTo)
      const marks = await client.agents.marks({ agentId }).catch(() => null)
      if (marks?.ok !== true) asked.delete(agentId)
      else store.setState(({ known }) => ({ known: new Map(known).set(agentId, { upTo, marks: marks.value }) }))
    },
  }
}

/**
 * Returns the marks from the engine, or those of the loaded events if the engine's are not loaded or out of date. While
 * an agent is loaded again, its events are older than what the engine answered.
 */
export function currentMarks(
  agentId: AgentId,
  events: readonly AgentEvent[],
  known: KnownMarks | undefined,
): AgentMarks {
  return known !== undefined && newestChange(agentId, events) <= known.upTo ? known.marks : agentMarks(agentId, events)
}

/**
 * Returns the newest of these events that changes the agent's own marks; 0 if there is none. Marks are never inherited.
 */
function newestChange(agentId: AgentId, events: readonly AgentEvent[]): EventId {
  const changes = (event: AgentEvent): boolean =>
    event.agentId === agentId && (event.kind === 'mark' || eventHas(event, 'context', 'edit')) && !isOnlyUsage(event)
  return events.findLast(changes)?.id ?? 0
}
