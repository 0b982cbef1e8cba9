import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId, EventId } from '../../shared/ids.ts'

/** Where the arrows of a place stay in the pane while another version replaces the shown one. */
export interface VersionAnchor {
  readonly agentId: AgentId
  /** The key of the place. */
  readonly place: string
  /** Distance from the top of the stream, CSS pixels. */
  readonly top: number
  /** The button that has the focus. */
  readonly button: 'previous' | 'next' | 'list' | null
}

interface VersionState {
  /** The agents that had the focus, newest first. */
  readonly seen: readonly AgentId[]
  readonly anchor: VersionAnchor | null
  /** The prompt that is edited in place. */
  readonly editing: { readonly agentId: AgentId; readonly eventId: EventId } | null
}

export type VersionStore = StoreApi<VersionState>

const MAX_SEEN = 200

export function createVersionStore(): VersionStore {
  return createStore<VersionState>(() => ({ seen: [], anchor: null, editing: null }))
}

export function withSeen(seen: readonly AgentId[], agentId: AgentId): readonly AgentId[] {
  return [agentId, ...seen.filter((each) => each !== agentId)].slice(0, MAX_SEEN)
}
