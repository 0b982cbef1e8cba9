import type { Outcome, SubmitResult } from '../../shared/contract.ts'
import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { SearchHit } from '../../shared/search-hit.ts'
import { withAgents, type AgentTreeStore } from '../store/agent-tree-store.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { DialogStore } from '../store/dialog-store.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import type { PromptQueues } from '../store/prompt-queue.ts'
import { reachEngine } from './reach-engine.ts'

/** What a person can do with agents. Refusals become notices in the agent's pane. */
export interface AgentActions {
  /** A new root agent, opened in its own pane. */
  createRoot(model?: string): Promise<void>
  /** Hands a line or a script to the agent; answers whether it was taken. */
  submit(agentId: AgentId, text: string): Promise<boolean>
  /** Sends a prompt of the queue now; it comes back to its place when it was refused. */
  sendQueued(agentId: AgentId, index: number): Promise<void>
  cancel(agentId: AgentId): Promise<void>
  /** Ends the pause before a retry. */
  retryNow(agentId: AgentId): Promise<void>
  /** Goes on with an interrupted answer. */
  resume(agentId: AgentId): Promise<void>
  /** Takes an interrupted answer out of the context. */
  discard(agentId: AgentId, eventId: EventId): Promise<void>
  /** Forks into one child per model and opens the children beside the parent; answers them, or null after a refusal. */
  fork(order: ForkOrder): Promise<readonly AgentSummary[] | null>
  rename(agentId: AgentId, name: string): Promise<void>
  loadOlder(agentId: AgentId): Promise<void>
  /**
   * Loads older events until one with these words, or the event with this id, has come in. A great many are enough for
   * once: asked again, it goes on from there.
   */
  loadBackTo(agentId: AgentId, wanted: string | EventId): Promise<void>
  setSystemPrompt(agentId: AgentId, text: string): Promise<void>
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

export interface ForkOrder {
  readonly agentId: AgentId
  readonly models: readonly string[]
  readonly atEventId: EventId | null
  /** Only what follows this mark is inherited. */
  readonly mark?: string
  readonly prompt: string
}

export interface AgentActionsNeeds {
  readonly client: EngineClient
  readonly tree: AgentTreeStore
  readonly views: AgentViews
  readonly layout: LayoutStore
  readonly notices: Notices
  readonly queues: PromptQueues
  readonly dialogs: DialogStore
  /** Agents whose running turn a person has ended. */
  readonly stopped: Set<AgentId>
}

const HISTORY_PAGE = 100
const SEARCH_PAGE = 50
/** The most that one search backwards brings into a pane. */
const MANY_EVENTS = 5000
/** The most that one call answers with. */
const LARGEST_PAGE = 500
/** `/fork … "prompt"`: a fork that was given a prompt takes the focus (decisions.md § 4). */
const FORK_WITH_PROMPT = /^\/fork\b.*"/im

export function createAgentActions(needs: AgentActionsNeeds): AgentActions {
  const { client, tree, views, layout, notices, queues, dialogs, stopped } = needs
  const loadingOlder = new Set<AgentId>()

  /** Shows a refusal in the agent's pane; answers the value where there is one. */
  function unlessRefused<T>(agentId: AgentId, outcome: Outcome<T>): T | null {
    if (outcome.ok) return outcome.value
    notices.show(agentId, outcome.error.message)
    return null
  }

  function openChildren(parent: AgentId, children: readonly AgentSummary[], focus: boolean): void {
    if (children.length === 0) return
    tree.setState((state) => withAgents(state, children))
    layout.dispatch({ type: 'open', agents: children.map((child) => child.id), focus, beside: parent })
  }

  async function run(agentId: AgentId, call: Promise<Outcome<SubmitResult>>, text: string): Promise<boolean> {
    const result = unlessRefused(agentId, await reachEngine(call))
    if (result === null) return false
    notices.dismiss(agentId)
    openChildren(agentId, result.children, FORK_WITH_PROMPT.test(text))
    if (result.then === 'exit') dialogs.setState({ dialog: { type: 'ended' } })
    if (result.then === 'edit_system') dialogs.setState({ dialog: { type: 'system', agentId } })
    return true
  }

  /** Fetches pages until `isEnough` has seen what it wants, or there are `most`, and puts them above in one go. */
  async function loadOlder(agentId: AgentId, most: number, isEnough: IsEnough): Promise<void> {
    const view = views.store.getState().views.get(agentId)
    const first = view?.events[0]
    if (view === undefined || first === undefined || !view.hasOlder || loadingOlder.has(agentId)) return
    loadingOlder.add(agentId)
    const { events, hasOlder } = await fetchBack(client, { agentId, beforeId: first.id, most }, isEnough)
    loadingOlder.delete(agentId)
    // A snapshot may have come in between; then these pages belong to a view that is gone.
    const unchanged = views.store.getState().views.get(agentId)?.events[0]?.id === first.id
    if (events.length > 0 && unchanged) views.addOlder(agentId, events, hasOlder)
  }

  const submit = (agentId: AgentId, text: string) => run(agentId, client.agents.submit({ agentId, text }), text)

  return {
    async createRoot(model) {
      const outcome = await reachEngine(client.agents.create(model === undefined ? {} : { model }))
      if (!outcome.ok) return notices.fail(outcome.error.message)
      tree.setState((state) => withAgents(state, [outcome.value]))
      layout.dispatch({ type: 'open', agents: [outcome.value.id], focus: true })
    },
    submit,
    async sendQueued(agentId, index) {
      const text = queues.of(agentId)[index]
      if (text === undefined) return
      // Out of the queue first, so that two ends of turns can't send it twice.
      queues.remove(agentId, index)
      if (!(await submit(agentId, text))) queues.insert(agentId, index, text)
    },
    async cancel(agentId) {
      stopped.add(agentId)
      unlessRefused(agentId, await reachEngine(client.agents.cancel({ agentId })))
    },
    async retryNow(agentId) {
      unlessRefused(agentId, await reachEngine(client.agents.retryNow({ agentId })))
    },
    async resume(agentId) {
      await run(agentId, client.agents.resume({ agentId }), '')
    },
    async discard(agentId, eventId) {
      unlessRefused(agentId, await reachEngine(client.agents.discard({ agentId, eventId })))
    },
    async fork({ agentId, models, atEventId, mark, prompt }) {
      const order = {
        agentId,
        models: [...models],
        ...(atEventId === null ? {} : { atEventId }),
        ...(mark === undefined ? {} : { mark }),
        ...(prompt.trim() === '' ? {} : { prompt }),
      }
      const children = unlessRefused(agentId, await reachEngine(client.agents.fork(order)))
      if (children === null) return null
      openChildren(agentId, children, 'prompt' in order)
      return children
    },
    async rename(agentId, name) {
      const outcome = await reachEngine(client.agents.rename({ agentId, name: name.trim() }))
      if (!outcome.ok) notices.fail(outcome.error.message)
    },
    loadOlder: (agentId) => loadOlder(agentId, HISTORY_PAGE, () => true),
    async loadBackTo(agentId, wanted) {
      const isThere = (events: readonly AgentEvent[]): boolean =>
        typeof wanted === 'number'
          ? events.some((event) => event.id <= wanted)
          : events.some((event) => event.content?.toLowerCase().includes(wanted.toLowerCase()) === true)
      if (typeof wanted === 'number') {
        await views.loaded(agentId)
        if (isThere(views.store.getState().views.get(agentId)?.events ?? [])) return
      }
      await loadOlder(agentId, MANY_EVENTS, isThere)
    },
    async setSystemPrompt(agentId, text) {
      unlessRefused(agentId, await reachEngine(client.agents.setSystemPrompt({ agentId, text })))
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
