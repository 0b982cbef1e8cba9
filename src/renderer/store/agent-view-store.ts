import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentEvent } from '../../shared/agent-event.ts'
import {
  emptyAgentView,
  prependEvents,
  reduceAgentView,
  type AgentFeedItem,
  type AgentView,
} from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { EngineConnection, Stop } from './engine-connection.ts'
import { createFrameBatch, type FrameScheduler } from './frame-batch.ts'

/** What panes show: one view per followed agent. An agent is missing until its first snapshot came. */
export interface AgentViewState {
  readonly views: ReadonlyMap<AgentId, AgentView>
}

export interface AgentViews {
  readonly store: StoreApi<AgentViewState>
  /** Follows an agent as long as somebody needs it; the view is dropped with the last of them. */
  follow(agentId: AgentId): Stop
  /** Resolves when the agent's first snapshot has come. Waits for as long as nobody follows it. */
  loaded(agentId: AgentId): Promise<void>
  /** Puts a page of older events before those that are shown. */
  addOlder(agentId: AgentId, events: readonly AgentEvent[], hasOlder: boolean): void
}

interface Followed {
  users: number
  readonly stop: Stop
}

interface AddressedItem {
  readonly agentId: AgentId
  readonly item: AgentFeedItem
}

export function createAgentViews(connection: EngineConnection, schedule: FrameScheduler): AgentViews {
  const store = createStore<AgentViewState>(() => ({ views: new Map() }))
  const followed = new Map<AgentId, Followed>()
  const batch = createFrameBatch<AddressedItem>(
    (items) => store.setState((state) => applyAgentItems(state, items)),
    schedule,
  )

  function start(agentId: AgentId): Followed {
    const stop = connection.followAgent(agentId, (items) => batch.push(items.map((item) => ({ agentId, item }))))
    return { users: 0, stop }
  }

  function release(agentId: AgentId, entry: Followed): void {
    entry.users -= 1
    if (entry.users > 0) return
    entry.stop()
    followed.delete(agentId)
    batch.flush()
    store.setState((state) => without(state, agentId))
  }

  return {
    store,
    follow(agentId) {
      const entry = followed.get(agentId) ?? start(agentId)
      followed.set(agentId, entry)
      entry.users += 1
      let held = true
      return () => {
        if (held) release(agentId, entry)
        held = false
      }
    },
    loaded(agentId) {
      if (store.getState().views.has(agentId)) return Promise.resolve()
      return new Promise((resolve) => {
        const stop = store.subscribe(({ views }) => {
          if (!views.has(agentId)) return
          stop()
          resolve()
        })
      })
    },
    addOlder(agentId, events, hasOlder) {
      store.setState((state) => change(state, agentId, (view) => prependEvents(view, events, hasOlder)))
    },
  }
}

/** Applies a frame's worth of items of several agents; views that got nothing keep their identity. */
export function applyAgentItems(state: AgentViewState, items: readonly AddressedItem[]): AgentViewState {
  const views = new Map(state.views)
  for (const { agentId, item } of items) {
    views.set(agentId, reduceAgentView(views.get(agentId) ?? emptyAgentView(agentId), item))
  }
  return { views }
}

function change(state: AgentViewState, agentId: AgentId, update: (view: AgentView) => AgentView): AgentViewState {
  const view = state.views.get(agentId)
  if (view === undefined) return state
  return { views: new Map(state.views).set(agentId, update(view)) }
}

function without(state: AgentViewState, agentId: AgentId): AgentViewState {
  const views = new Map(state.views)
  views.delete(agentId)
  return { views }
}
