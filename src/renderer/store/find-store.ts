import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId, EventId } from '../../shared/ids.ts'

/** The pane in which a search is open, and its query. At most one pane has its search open. */
interface FindState {
  readonly agentId: AgentId | null
  /** The text in the bar. */
  readonly query: string
  /** What is sought, each for itself: the query, or the phrases and words of a search over all agents. */
  readonly terms: readonly string[]
  /** The event to begin at, from a hit of the search over all agents; null: begin at the newest match. */
  readonly eventId: EventId | null
  /** Whether the pane still has to load and to show that event. Until then, no match is scrolled to. */
  readonly isOnItsWay: boolean
  /** Increases with each request, so that a repeated request focuses the input again. */
  readonly asked: number
}

export type FindStore = StoreApi<FindState>

export function createFindStore(): FindStore {
  return createStore(() => ({ agentId: null, query: '', terms: [], eventId: null, isOnItsWay: false, asked: 0 }))
}

/** Opens the search of a pane with the last query. */
export function openFind(store: FindStore, agentId: AgentId): void {
  store.setState(({ asked }) => ({ agentId, eventId: null, isOnItsWay: false, asked: asked + 1 }))
}

/**
 * Opens the search of a pane for the terms of a search over all agents, to begin at an event. Returns what to call when
 * the pane shows the event.
 */
export function openFindAt(store: FindStore, agentId: AgentId, terms: readonly string[], eventId: EventId): () => void {
  const asked = store.getState().asked + 1
  store.setState({ agentId, query: terms.join(' '), terms, eventId, isOnItsWay: true, asked })
  return () => store.setState((state) => (state.asked === asked ? { isOnItsWay: false } : state))
}

/** Sets the text in the bar, which is sought as it is. */
export function typeFind(store: FindStore, query: string): void {
  store.setState({ query, terms: query === '' ? [] : [query], eventId: null, isOnItsWay: false })
}

/** Closes the search of a pane; returns whether it was open. */
export function closeFind(store: FindStore, agentId: AgentId): boolean {
  if (store.getState().agentId !== agentId) return false
  store.setState({ agentId: null, eventId: null, isOnItsWay: false })
  return true
}
