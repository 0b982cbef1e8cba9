import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId, EventId } from '../../shared/ids.ts'

/** What is looked for in which pane. At most one pane has its search open. */
interface FindState {
  readonly agentId: AgentId | null
  readonly query: string
  /** The event to begin at, as a hit of the search over everything names it; null: the newest match. */
  readonly eventId: EventId | null
  /** Counts up each time it is asked for, so that asking again puts the cursor there again. */
  readonly asked: number
}

export type FindStore = StoreApi<FindState>

export function createFindStore(): FindStore {
  return createStore(() => ({ agentId: null, query: '', eventId: null, asked: 0 }))
}

/** Opens the search of a pane; without a query the last one stands there again. */
export function openFind(store: FindStore, agentId: AgentId, query?: string, eventId: EventId | null = null): void {
  store.setState((state) => ({ agentId, query: query ?? state.query, eventId, asked: state.asked + 1 }))
}
