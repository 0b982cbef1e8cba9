import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId, EventId } from '../../shared/ids.ts'

/** The pane in which a search is open, and its query. At most one pane has its search open. */
interface FindState {
  readonly agentId: AgentId | null
  readonly query: string
  /** The event to begin at, from a hit of the search over all agents; null: begin at the newest match. */
  readonly eventId: EventId | null
  /** Increases with each request, so that a repeated request focuses the input again. */
  readonly asked: number
}

export type FindStore = StoreApi<FindState>

export function createFindStore(): FindStore {
  return createStore(() => ({ agentId: null, query: '', eventId: null, asked: 0 }))
}

/** Opens the search of a pane; without `query`, with the last one. */
export function openFind(store: FindStore, agentId: AgentId, query?: string, eventId: EventId | null = null): void {
  store.setState((state) => ({ agentId, query: query ?? state.query, eventId, asked: state.asked + 1 }))
}

/** Closes the search of a pane; returns whether it was open. */
export function closeFind(store: FindStore, agentId: AgentId): boolean {
  if (store.getState().agentId !== agentId) return false
  store.setState({ agentId: null, eventId: null })
  return true
}
