import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { SearchHit } from '../../shared/search-hit.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { reachEngine } from './reach-engine.ts'

/** Reading in the log beyond what panes have loaded. */
export interface LogActions {
  loadOlder(agentId: AgentId): Promise<void>
  /** Loads older events until a prompt that was typed to this agent has come in, or all that is its own. */
  loadOlderPrompts(agentId: AgentId): Promise<void>
  /**
   * Loads older events until one with these words, or the event with this id, has come in, and draws it. A great many are enough for
   * once: asked again, it goes on from there.
   */
  loadBackTo(agentId: AgentId, wanted: string | EventId): Promise<void>
  /** A page of the search over everything, older than `beforeId`. */
  search(text: string, beforeId: EventId | null): Promise<FoundEvents>
}

export interface FoundEvents {
  readonly query: string
  readonly hits: readonly SearchHit[]
  readonly hasOlder: boolean
  /** Why nothing was found out. */
  readonly failure: string | null
}

export interface LogActionsNeeds {
  readonly client: EngineClient
  readonly views: AgentViews
}

const HISTORY_PAGE = 100
const SEARCH_PAGE = 50
/** The most that one search backwards brings into a pane. */
const MANY_EVENTS = 5000
/** The most that one call answers with. */
const LARGEST_PAGE = 500

export function createLogActions({ client, views }: LogActionsNeeds): LogActions {
  const loadingOlder = new Set<AgentId>()

  /** Fetches pages until `isEnough` has seen what it wants, or there are `most`, and puts them above in one go. */
  async function loadOlder(agentId: AgentId, most: number, isEnough: IsEnough): Promise<void> {
    const view = views.getState().views.get(agentId)
    const first = view?.events[0]
    if (view === undefined || first === undefined || !view.hasOlder || loadingOlder.has(agentId)) return
    loadingOlder.add(agentId)
    const { events, hasOlder } = await fetchBack(client, { agentId, beforeId: first.id, most }, isEnough)
    loadingOlder.delete(agentId)
    // A snapshot may have come in between; then these pages belong to a view that is gone.
    const unchanged = views.getState().views.get(agentId)?.events[0]?.id === first.id
    if (events.length > 0 && unchanged) views.addOlder(agentId, events, hasOlder)
  }

  return {
    loadOlder: (agentId) => loadOlder(agentId, HISTORY_PAGE, () => true),
    loadOlderPrompts: (agentId) => loadOlder(agentId, MANY_EVENTS, holdsPrompt(agentId)),
    async loadBackTo(agentId, wanted) {
      await views.loaded(agentId)
      const isThere = typeof wanted === 'number' ? reaches(wanted) : says(wanted)
      const loaded = views.getState().views.get(agentId)?.events ?? []
      // Words are looked for further back than what is there; an event may be there already.
      if (typeof wanted === 'string' || !isThere(loaded)) await loadOlder(agentId, MANY_EVENTS, isThere)
      if (typeof wanted === 'number') views.showEvent(agentId, wanted)
    },
    async search(query, beforeId) {
      const page = { text: query, limit: SEARCH_PAGE, ...(beforeId === null ? {} : { beforeId }) }
      const outcome = await reachEngine(client.log.search(page))
      if (outcome.ok) return { query, ...outcome.value, failure: null }
      return { query, hits: [], hasOlder: false, failure: outcome.error.message }
    },
  }
}

type IsEnough = (page: readonly AgentEvent[]) => boolean

interface Backwards {
  readonly agentId: AgentId
  readonly beforeId: EventId
  readonly most: number
}

/** Events before one, oldest first. What can't be had now is left out: it is asked for again later. */
async function fetchBack(client: EngineClient, { agentId, beforeId, most }: Backwards, isEnough: IsEnough) {
  let events: readonly AgentEvent[] = []
  let hasOlder = true
  while (hasOlder && events.length < most) {
    const limit = Math.min(most, LARGEST_PAGE)
    const call = client.agents.history({ agentId, beforeId: events[0]?.id ?? beforeId, limit })
    const outcome = await reachEngine(call)
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

/** A typed line; or an inherited event, behind which there is none. */
function holdsPrompt(own: AgentId): IsEnough {
  return (events) => events.some(({ agentId, kind }) => agentId !== own || kind === 'user' || kind === 'command')
}

function says(words: string): IsEnough {
  const wanted = words.toLowerCase()
  return (events) => events.some((event) => event.content?.toLowerCase().includes(wanted) === true)
}
