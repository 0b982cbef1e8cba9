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

/** The content of panes: one view per followed agent, missing until its first snapshot. */
interface AgentViewState {
  readonly views: ReadonlyMap<AgentId, AgentView>
  /** The rendered part of each agent's view. */
  readonly shown: ReadonlyMap<AgentId, ShownPart>
  /** Parts of the log, away from its end, that panes show instead of the end. */
  readonly windows: ReadonlyMap<AgentId, LogWindow>
}

/** A part of an agent's log that is away from its end. */
interface LogWindow {
  /** Oldest first. */
  readonly events: readonly AgentEvent[]
  readonly hasOlder: boolean
}

/** The rendered part of a view: from one event to the end. */
interface ShownPart {
  /** The first event. Null: as many events as fill a pane. */
  readonly from: EventId | null
  /** The event to which the user navigated last; it is rendered even if it is folded away. */
  readonly asked: EventId | null
}

export interface AgentViews extends StoreApi<AgentViewState> {
  /** Follows an agent; the view is dropped when the last follower stops. */
  follow(agentId: AgentId): Stop
  /** Resolves after the agent's first snapshot. Stays pending while the agent is not followed. */
  loaded(agentId: AgentId): Promise<void>
  /** Inserts a page of older events before the loaded ones. */
  addOlder(agentId: AgentId, events: readonly AgentEvent[], hasOlder: boolean): void
  /** Renders the view from this event on. */
  showFrom(agentId: AgentId, eventId: EventId | null): void
  /** Renders the view at least from this event on, because the user navigates to it. */
  showEvent(agentId: AgentId, eventId: EventId): void
  /** Shows a part of the log instead of its end, from this event on; without one, from the rendered ones on. */
  showWindow(agentId: AgentId, part: LogWindow, eventId?: EventId): void
  /** Shows the end again. */
  closeWindow(agentId: AgentId): void
  /** Shows the end again, with the events of the window that it continues. */
  joinWindow(agentId: AgentId, part: LogWindow): void
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
  const store = createStore<AgentViewState>(() => ({ views: new Map(), shown: new Map(), windows: new Map() }))
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
    showWindow(agentId, part, eventId) {
      store.setState(({ shown, windows }) => ({
        windows: new Map(windows).set(agentId, part),
        shown: eventId === undefined ? shown : withPart(shown, agentId, { from: eventId, asked: eventId }),
      }))
    },
    closeWindow(agentId) {
      store.setState(({ shown, windows }) => ({
        windows: withoutKey(windows, agentId),
        shown: withPart(shown, agentId, NEWEST),
      }))
    },
    joinWindow(agentId, { events, hasOlder }) {
      store.setState((state) => ({
        ...change(state, agentId, (view) => prependEvents(view, events, hasOlder)),
        windows: withoutKey(state.windows, agentId),
      }))
    },
  }
}

/** Applies the items of several agents that arrived in one frame; views without items keep their identity. */
function applyAgentItems(state: AgentViewState, items: readonly AddressedItem[]): AgentViewState {
  const views = new Map(state.views)
  let { shown } = state
  for (const { agentId, item } of items) {
    views.set(agentId, reduceAgentView(views.get(agentId) ?? emptyAgentView(agentId), item))
    // A snapshot replaces the events, so render as for a newly opened pane.
    if (item.type === 'snapshot') shown = withPart(shown, agentId, NEWEST)
  }
  return { views, shown, windows: state.windows }
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
  const { views, shown, windows } = state
  return { views: withoutKey(views, agentId), shown: withoutKey(shown, agentId), windows: withoutKey(windows, agentId) }
}

function withoutKey<T>(map: ReadonlyMap<AgentId, T>, agentId: AgentId): ReadonlyMap<AgentId, T> {
  const rest = new Map(map)
  rest.delete(agentId)
  return rest
}
