import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentEvent } from '../../shared/agent-event.ts'
import {
  emptyAgentView,
  prependEvents,
  reduceAgentView,
  type AgentFeedItem,
  type AgentView,
} from '../../shared/agent-view.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { EngineConnection, Stop } from './engine-connection.ts'
import { createFairBatch } from './fair-batch.ts'
import type { FrameScheduler } from './frame-batch.ts'

/** What panes show: one view per followed agent. An agent is missing until its first snapshot came. */
interface AgentViewState {
  readonly views: ReadonlyMap<AgentId, AgentView>
  /** How far back the panes of these agents are drawn. */
  readonly shown: ReadonlyMap<AgentId, ShownPart>
}

/** The part of a view that is drawn: its end, from one event on. */
interface ShownPart {
  /** Null: as much as fills a pane. */
  readonly from: EventId | null
  /** The event that somebody was led to last; it is drawn also where it is folded away. */
  readonly asked: EventId | null
}

export interface AgentViews extends StoreApi<AgentViewState> {
  /** Follows an agent as long as somebody needs it; the view is dropped with the last of them. */
  follow(agentId: AgentId): Stop
  /** Resolves when the agent's first snapshot has come. Waits for as long as nobody follows it. */
  loaded(agentId: AgentId): Promise<void>
  /** Puts a page of older events before those that are shown. */
  addOlder(agentId: AgentId, events: readonly AgentEvent[], hasOlder: boolean): void
  /** Draws the view from this event on. */
  showFrom(agentId: AgentId, eventId: EventId | null): void
  /** Draws the view at least from this event on, because somebody is led to it. */
  showEvent(agentId: AgentId, eventId: EventId): void
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
  const store = createStore<AgentViewState>(() => ({ views: new Map(), shown: new Map() }))
  const followed = new Map<AgentId, Followed>()
  const batch = createFairBatch<AddressedItem>({
    apply: (items) => store.setState((state) => applyAgentItems(state, items)),
    schedule,
    now: () => performance.now(),
  })

  function start(agentId: AgentId): Followed {
    const stop = connection.followAgent(agentId, (items) =>
      batch.push(
        agentId,
        items.map((item) => ({ agentId, item })),
      ),
    )
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
    ...store,
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
    showFrom(agentId, from) {
      store.setState(({ shown }) => ({ shown: withPart(shown, agentId, { ...partOf(shown, agentId), from }) }))
    },
    showEvent(agentId, eventId) {
      const { from } = partOf(store.getState().shown, agentId)
      const part = { from: from === null ? eventId : Math.min(from, eventId), asked: eventId }
      store.setState(({ shown }) => ({ shown: withPart(shown, agentId, part) }))
    },
  }
}

/** Applies a frame's worth of items of several agents; views that got nothing keep their identity. */
function applyAgentItems(state: AgentViewState, items: readonly AddressedItem[]): AgentViewState {
  const views = new Map(state.views)
  let { shown } = state
  for (const { agentId, item } of items) {
    views.set(agentId, reduceAgentView(views.get(agentId) ?? emptyAgentView(agentId), item))
    // Another tail than before: it is drawn as a pane that was just opened.
    if (item.type === 'snapshot') shown = withPart(shown, agentId, NEWEST)
  }
  return { views, shown }
}

const NEWEST: ShownPart = { from: null, asked: null }

function partOf(shown: AgentViewState['shown'], agentId: AgentId): ShownPart {
  return shown.get(agentId) ?? NEWEST
}

function withPart(shown: AgentViewState['shown'], agentId: AgentId, part: ShownPart): AgentViewState['shown'] {
  return new Map(shown).set(agentId, part)
}

function change(state: AgentViewState, agentId: AgentId, update: (view: AgentView) => AgentView): AgentViewState {
  const view = state.views.get(agentId)
  if (view === undefined) return state
  return { ...state, views: new Map(state.views).set(agentId, update(view)) }
}

function without(state: AgentViewState, agentId: AgentId): AgentViewState {
  const views = new Map(state.views)
  views.delete(agentId)
  const shown = new Map(state.shown)
  shown.delete(agentId)
  return { views, shown }
}
