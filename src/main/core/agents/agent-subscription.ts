import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../../shared/agent-view.ts'
import type { HistoryPage, LaterPage } from '../../../shared/contract/agents.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentTree } from './agent-tree.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { PromptQueueStore, Store } from '../ports/log-ports.ts'
import type { Storage } from '../ports/storage-ports.ts'
import { AgentFeed } from '../events/agent-feed.ts'
import { DeltaTicks } from '../events/delta-ticks.ts'
import type { EventHub } from '../events/event-hub.ts'

/** Newest events that a pane opens with. */
const TAIL = 200
/** A subscriber that missed more events than this gets a snapshot. */
const MAX_RESUMED = 500

/** The events of one agent after one event, up to another. */
interface PathPart {
  readonly agentId: AgentId
  readonly afterId: EventId
  readonly upToId: EventId
}

/** Reads agents' paths from the log and serves subscriptions that begin there and continue live. */
export class AgentSubscriptions {
  readonly #store: Store
  readonly #promptQueue: PromptQueueStore
  readonly #hub: EventHub
  readonly #tree: AgentTree
  readonly #ticks: DeltaTicks

  constructor(
    { store, promptQueue, clock }: Pick<Storage, 'store' | 'promptQueue'> & { readonly clock: Clock },
    hub: EventHub,
    tree: AgentTree,
  ) {
    this.#store = store
    this.#promptQueue = promptQueue
    this.#hub = hub
    this.#tree = tree
    this.#ticks = new DeltaTicks(clock)
  }

  /**
   * Ends when the signal aborts, the hub closes, the agent is unknown, or the log cannot be read (the client then
   * subscribes again).
   */
  async *subscribe(agentId: AgentId, afterId: EventId, signal: AbortSignal): AsyncGenerator<readonly AgentFeedItem[]> {
    if (signal.aborted || this.#tree.get(agentId) === undefined) return
    const feed = new AgentFeed(() => this.#ticks.next())
    const detach = this.#hub.attach(agentId, feed)
    const stop = (): void => feed.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      yield* feed.batches((isFirst) => this.#beginning(agentId, isFirst ? afterId : 0))
    } finally {
      detach()
      signal.removeEventListener('abort', stop)
    }
  }

  /**
   * Returns up to `limit` events of the agent's path before `beforeId`, oldest first: the agent's own events, and
   * before them the inherited ones.
   */
  async history(agentId: AgentId, beforeId: EventId, limit: number): Promise<Result<HistoryPage>> {
    const events: AgentEvent[] = []
    let upToId = beforeId - 1
    let agent = this.#tree.get(agentId)
    let afterId: EventId = 0
    while (agent !== undefined && events.length <= limit) {
      const wanted = limit + 1 - events.length
      const read = await this.#store.events({ agentId: agent.id, afterId, upToId, limit: wanted })
      if (!read.ok) return read
      events.unshift(...read.value)
      afterId = Math.max(afterId, agent.forkFromId ?? 0)
      upToId = Math.min(upToId, agent.forkEventId ?? 0)
      agent = agent.parentId === null ? undefined : this.#tree.get(agent.parentId)
    }
    const hasOlder = events.length > limit
    return ok({ events: hasOlder ? events.slice(-limit) : events, hasOlder })
  }

  /** Returns up to `limit` events of the agent's path after `afterId`, oldest first. */
  async later(agentId: AgentId, afterId: EventId, limit: number): Promise<Result<LaterPage>> {
    const events: AgentEvent[] = []
    for (const part of this.#pathParts(agentId)) {
      if (part.upToId <= afterId || events.length > limit) continue
      const from = Math.max(part.afterId, afterId)
      const wanted = limit + 1 - events.length
      const read = await this.#store.events({ ...part, afterId: from, limit: wanted, keeps: 'oldest' })
      if (!read.ok) return read
      events.push(...read.value)
    }
    return ok({ events: events.slice(0, limit), hasNewer: events.length > limit })
  }

  /** The parts of the logs that the agent's path consists of, from the root on. */
  #pathParts(agentId: AgentId): readonly PathPart[] {
    const parts: PathPart[] = []
    let upToId = Number.MAX_SAFE_INTEGER
    let afterId: EventId = 0
    for (let agent = this.#tree.get(agentId); agent !== undefined;) {
      parts.unshift({ agentId: agent.id, afterId, upToId })
      afterId = Math.max(afterId, agent.forkFromId ?? 0)
      upToId = Math.min(upToId, agent.forkEventId ?? 0)
      agent = agent.parentId === null ? undefined : this.#tree.get(agent.parentId)
    }
    return parts
  }

  /** Reads the running turn before the first await, because later changes wait in the feed. */
  async #beginning(agentId: AgentId, afterId: EventId): Promise<AgentFeedItem | null> {
    const turn = this.#hub.turn(agentId)
    const queued = await this.#promptQueue.list(agentId)
    if (!queued.ok) return null
    const queue = queued.value
    if (afterId > 0) {
      const missed = await this.#store.events({ agentId, afterId, limit: MAX_RESUMED + 1 })
      if (!missed.ok) return null
      if (missed.value.length <= MAX_RESUMED) return { type: 'resumed', events: missed.value, turn, queue }
    }
    const page = await this.history(agentId, Number.MAX_SAFE_INTEGER, TAIL)
    if (!page.ok) return null
    const { events, hasOlder } = page.value
    const lastEventId = events.at(-1)?.id ?? 0
    return { type: 'snapshot', view: { agentId, events, hasOlder, lastEventId, turn, queue } }
  }
}
