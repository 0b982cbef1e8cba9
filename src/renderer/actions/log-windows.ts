import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { AgentViews } from '../store/agent-view-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { callEngine } from './call-engine.ts'

/** Shows parts of the log that are far from its end. */
export interface LogWindows {
  has(agentId: AgentId): boolean
  /**
   * Shows the events around one; 0: the first ones. False: they could not be loaded, or the user went elsewhere while
   * they were.
   */
  open(agentId: AgentId, eventId: EventId): Promise<boolean>
  /** Shows the end again. */
  close(agentId: AgentId): void
  loadOlder(agentId: AgentId): Promise<void>
  loadLater(agentId: AgentId): Promise<void>
}

/** Returns what to do with the loaded events; null: nothing. */
type Load = () => Promise<(() => void) | null>

const PAGE = 100
/** Maximum number of events in a window: those far from what is read are dropped and loaded again when needed. */
const LARGEST_WINDOW = 400

export function createLogWindows(client: EngineClient, views: AgentViews): LogWindows {
  /** The load under way, by agent. A jump takes the place of an earlier load, whose events are then dropped. */
  const loading = new Map<AgentId, symbol>()
  const windowOf = (agentId: AgentId) => views.getState().windows.get(agentId)

  /** Returns whether the load was applied. A window that was replaced meanwhile stays as it is. */
  async function run(agentId: AgentId, load: Load): Promise<boolean> {
    const own = Symbol(agentId)
    loading.set(agentId, own)
    const before = windowOf(agentId)
    const apply = await load()
    if (loading.get(agentId) !== own) return false
    loading.delete(agentId)
    if (apply === null || windowOf(agentId) !== before) return false
    apply()
    return true
  }

  /** Scrolling asks for the same page several times. */
  async function runOnce(agentId: AgentId, load: Load): Promise<void> {
    if (!loading.has(agentId)) await run(agentId, load)
  }

  return {
    has: (agentId) => windowOf(agentId) !== undefined,
    open: (agentId, eventId) =>
      run(agentId, async () => {
        const [older, later] = await Promise.all([
          callEngine(client.agents.history({ agentId, beforeId: eventId + 1, limit: PAGE })),
          callEngine(client.agents.later({ agentId, afterId: eventId, limit: PAGE })),
        ])
        if (!older.ok || !later.ok) return null
        const events = [...older.value.events, ...later.value.events]
        const shown = eventId === 0 ? (events[0]?.id ?? 0) : eventId
        return () => views.showWindow(agentId, { events, hasOlder: older.value.hasOlder }, shown)
      }),
    close(agentId) {
      loading.delete(agentId)
      views.closeWindow(agentId)
    },
    loadOlder: (agentId) =>
      runOnce(agentId, async () => {
        const part = windowOf(agentId)
        const [first] = part?.events ?? []
        if (part === undefined || first === undefined || !part.hasOlder) return null
        const page = await callEngine(client.agents.history({ agentId, beforeId: first.id, limit: PAGE }))
        if (!page.ok) return null
        const events = [...page.value.events, ...part.events].slice(0, LARGEST_WINDOW)
        return () => views.showWindow(agentId, { events, hasOlder: page.value.hasOlder })
      }),
    loadLater: (agentId) =>
      runOnce(agentId, async () => {
        const part = windowOf(agentId)
        const last = part?.events.at(-1)
        if (part === undefined || last === undefined) return null
        const page = await callEngine(client.agents.later({ agentId, afterId: last.id, limit: PAGE }))
        if (!page.ok) return null
        const events = [...part.events, ...page.value.events]
        const end = views.getState().views.get(agentId)?.events[0]
        return () => {
          if (end !== undefined && reaches(events, end)) {
            const before = events.filter(({ id }) => id < end.id)
            views.joinWindow(agentId, { events: before, hasOlder: part.hasOlder })
          } else {
            const kept = events.slice(-LARGEST_WINDOW)
            views.showWindow(agentId, { events: kept, hasOlder: part.hasOlder || kept.length < events.length })
          }
        }
      }),
  }
}

/** Whether the events go on to the first one of the end without a gap. */
function reaches(events: readonly AgentEvent[], end: AgentEvent): boolean {
  return events.some(({ id }) => id >= end.id)
}
