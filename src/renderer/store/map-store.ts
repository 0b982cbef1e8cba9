import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentMapPage, MapPoint } from '../../shared/agent-map.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

/** What the window knows of the times of prompts, mails and merges: the newest ones of all agents. */
export interface MapState {
  /** Oldest first. */
  readonly points: ReadonlyMap<AgentId, readonly MapPoint[]>
  /** All events up to this one were read. 0: none. */
  readonly newest: EventId
  /** Where to read on for older ones; null: there are none. */
  readonly olderBefore: EventId | null
  /** When the oldest known point was recorded, ms since the epoch; null: there is none. */
  readonly oldestAt: number | null
  /** Whether the newest ones were read once. */
  readonly isRead: boolean
  readonly isLoading: boolean
  /** Why they could not be read, or null. */
  readonly failure: string | null
}

export type MapStore = StoreApi<MapState>

const EMPTY: MapState = {
  points: new Map(),
  newest: 0,
  olderBefore: null,
  oldestAt: null,
  isRead: false,
  isLoading: false,
  failure: null,
}

export function createMapStore(): MapStore {
  return createStore<MapState>(() => EMPTY)
}

/** Returns the state with the points of a page, which is older or newer than what is known. Known ones are kept once. */
export function withPage(state: MapState, { lines }: Pick<AgentMapPage, 'lines'>): MapState {
  const points = new Map(state.points)
  let { newest, oldestAt } = state
  for (const { agentId, points: own } of lines) {
    if (own.length === 0) continue
    const byId = new Map([...(points.get(agentId) ?? []), ...own].map((point) => [point.eventId, point]))
    points.set(
      agentId,
      [...byId.values()].toSorted((a, b) => a.eventId - b.eventId),
    )
    for (const { eventId, at } of own) {
      newest = Math.max(newest, eventId)
      oldestAt = Math.min(oldestAt ?? Infinity, Date.parse(at))
    }
  }
  return { ...state, points, newest, oldestAt }
}
