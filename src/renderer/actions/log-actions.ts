import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { SearchHit } from '../../shared/search-hit.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'
import { createLogWindows } from './log-windows.ts'
import type { RedactionPreview, RedactionReport } from '../../shared/redaction.ts'
import type { Result } from '../../shared/result.ts'
import { defined } from '../../shared/defined.ts'

/** Reads events from the log that the panes have not loaded. */
export interface LogActions {
  loadOlder(agentId: AgentId): Promise<void>
  /**
   * Loads older events until they include a prompt typed to this agent, or all of the agent's own events are loaded.
   */
  loadOlderPrompts(agentId: AgentId): Promise<void>
  /** Loads the events after the window that the pane shows; where they reach the end, the pane shows that again. */
  loadLater(agentId: AgentId): Promise<void>
  /**
   * Shows the first events of the agent's path. False: they could not be loaded, or the user went elsewhere while they
   * were.
   */
  showStart(agentId: AgentId): Promise<boolean>
  /** Shows the end again. */
  showEnd(agentId: AgentId): void
  /**
   * Loads an event with those around it, or older events until one contains one of these texts, and renders it. A search
   * for texts stops after a maximum number of events; the next call continues from there.
   */
  loadBackTo(agentId: AgentId, wanted: readonly string[] | EventId): Promise<void>
  /** Returns a page of the search over all agents, older than `beforeId`. */
  search(text: string, beforeId: EventId | null): Promise<FoundEvents>
}

export interface FoundEvents {
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Where to search on; null: there are no older hits. */
  readonly olderBefore: EventId | null
  /** Whether older events were not searched yet. */
  readonly isUnfinished: boolean
  /** Why the search failed, or null. */
  readonly failure: string | null
}

const HISTORY_PAGE = 100
const SEARCH_PAGE = 50
/** Maximum number of events that one `loadBackTo` loads. */
const MANY_EVENTS = 5000
/** Maximum number of events in one response. */
const LARGEST_PAGE = 500

export function createLogActions(client: EngineClient, views: AgentViews): LogActions {
  const loadingOlder = new Set<AgentId>()
  const windows = createLogWindows(client, views)

  /** Loads pages until `isEnough` accepts one, or there are `most` events, and inserts them at once. */
  async function loadOlder(agentId: AgentId, most: number, isEnough: IsEnough): Promise<void> {
    if (windows.has(agentId)) return windows.loadOlder(agentId)
    const view = views.getState().views.get(agentId)
    const first = view?.events[0]
    if (view === undefined || first === undefined || !view.hasOlder || loadingOlder.has(agentId)) return
    loadingOlder.add(agentId)
    const { events, hasOlder } = await fetchBack(client, { agentId, beforeId: first.id, most }, isEnough)
    loadingOlder.delete(agentId)
    // If a snapshot arrived in the meantime, the pages belong to a view that was replaced.
    const unchanged = views.getState().views.get(agentId)?.events[0]?.id === first.id
    if (events.length > 0 && unchanged) views.addOlder(agentId, events, hasOlder)
  }

  /** An event near the end is reached without a gap; any other is shown in a window. */
  async function showEvent(agentId: AgentId, eventId: EventId): Promise<void> {
    const isThere = reaches(eventId)
    const loaded = () => views.getState().views.get(agentId)?.events ?? []
    windows.close(agentId)
    if (!isThere(loaded())) await loadOlder(agentId, LARGEST_PAGE, isThere)
    if (!isThere(loaded())) await windows.open(agentId, eventId)
    views.showEvent(agentId, eventId)
  }

  return {
    loadOlder: (agentId) => loadOlder(agentId, HISTORY_PAGE, () => true),
    loadOlderPrompts: (agentId) => loadOlder(agentId, MANY_EVENTS, holdsPrompt(agentId)),
    loadLater: windows.loadLater,
    async showStart(agentId) {
      const view = views.getState().views.get(agentId)
      if (view?.hasOlder === true) return windows.open(agentId, 0)
      const [first] = view?.events ?? []
      if (first !== undefined) views.showEvent(agentId, first.id)
      return true
    },
    showEnd: windows.close,
    async loadBackTo(agentId, wanted) {
      await views.loaded(agentId)
      if (typeof wanted === 'number') return showEvent(agentId, wanted)
      // A text search continues before the loaded events.
      await loadOlder(agentId, MANY_EVENTS, contains(wanted))
    },
    async search(query, beforeId) {
      const page = { text: query, limit: SEARCH_PAGE, ...defined({ beforeId: beforeId ?? undefined }) }
      const outcome = await callEngine(client.log.search(page))
      if (outcome.ok) return { query, ...outcome.value, failure: null }
      return { query, hits: [], olderBefore: null, isUnfinished: false, failure: outcome.error.message }
    },
  }
}

type IsEnough = (page: readonly AgentEvent[]) => boolean

interface Backwards {
  readonly agentId: AgentId
  readonly beforeId: EventId
  readonly most: number
}

/** Returns the events before one, oldest first. Pages that cannot be loaded are left out and requested again later. */
async function fetchBack(client: EngineClient, { agentId, beforeId, most }: Backwards, isEnough: IsEnough) {
  let events: readonly AgentEvent[] = []
  let hasOlder = true
  while (hasOlder && events.length < most) {
    const limit = Math.min(most, LARGEST_PAGE)
    const call = client.agents.history({ agentId, beforeId: events[0]?.id ?? beforeId, limit })
    const outcome = await callEngine(call)
    if (!outcome.ok) break
    events = [...outcome.value.events, ...events]
    hasOlder = outcome.value.hasOlder
    if (isEnough(outcome.value.events)) break
  }
  return { events, hasOlder }
}

function reaches(eventId: EventId): IsEnough {
  return (events) => events.some((event) => event.id <= eventId)
}

/** Accepts a page with a typed line, or with an inherited event, since the agent has no own prompts before it. */
function holdsPrompt(own: AgentId): IsEnough {
  return (events) => events.some(({ agentId, kind }) => agentId !== own || kind === 'user' || kind === 'command')
}

function contains(texts: readonly string[]): IsEnough {
  const wanted = texts.map((text) => text.toLowerCase())
  return (events) =>
    events.some(({ content }) => {
      const text = content?.toLowerCase() ?? ''
      return wanted.some((part) => text.includes(part))
    })
}

/** Removes content from the log for good. A null `eventId`: all messages of the agent. */
export interface RedactionActions {
  preview(agentId: AgentId, eventId: EventId | null): Promise<Result<RedactionPreview>>
  /** An empty reason: none is given. */
  run(agentId: AgentId, eventId: EventId | null, reason: string): Promise<Result<RedactionReport>>
}

export function createRedactionActions({ client }: { readonly client: EngineClient }): RedactionActions {
  const target = (agentId: AgentId, eventId: EventId | null) => ({
    agentId,
    ...defined({ eventId: eventId ?? undefined }),
  })
  return {
    preview: (agentId, eventId) => callEngine(client.redaction.preview(target(agentId, eventId))),
    run: (agentId, eventId, reason) => callEngine(client.redaction.run({ ...target(agentId, eventId), reason })),
  }
}
