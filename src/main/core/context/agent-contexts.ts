import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { StorageResult, Store } from '../ports.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { type ForkOrigin, replayedOrigin, tailOrigin } from './fork-origin.ts'
import { type ContextBase, ContextReplay, EMPTY_BASE } from './replay-context.ts'

/** Newest events that tell how a context ends, in nearly every case. */
const TAIL = 20

/** Contexts that stay loaded: more agents than a person has at work, and a bound on the memory of a long session. */
const MAX_LOADED = 256

/**
 * The contexts of live agents, each read from the log at first use and extended by every event recorded after that. Those
 * that were used last stay loaded.
 * A child's context begins with its parent's effective context at the fork point (decisions.md § 4).
 */
export class AgentContexts {
  readonly #store: Pick<Store, 'events'>
  readonly #agent: (id: AgentId) => AgentRecord | undefined
  readonly #replays = new RecentlyUsed<AgentId, Promise<StorageResult<ContextReplay>>>(MAX_LOADED)

  constructor(store: Pick<Store, 'events'>, agent: (id: AgentId) => AgentRecord | undefined) {
    this.#store = store
    this.#agent = agent
  }

  /** The live context of an agent. A failed read is tried again at the next use. */
  of(id: AgentId): Promise<StorageResult<ContextReplay>> {
    const known = this.#replays.get(id)
    if (known !== undefined) return known
    const replay = this.at(id, Number.MAX_SAFE_INTEGER)
    this.#replays.set(id, replay)
    void replay.then((result) => {
      if (!result.ok && this.#replays.get(id) === replay) this.#replays.delete(id)
    })
    return replay
  }

  /** Where a full fork of the agent's present state would begin: from the replayed context if there is one, else from the log's tail. */
  async forkOrigin(id: AgentId): Promise<StorageResult<ForkOrigin>> {
    if (!this.#replays.has(id)) {
      const tail = await this.#store.events({ agentId: id, limit: TAIL })
      if (!tail.ok) return tail
      const origin = tailOrigin(tail.value)
      if (origin !== null) return { ok: true, value: origin }
    }
    const replay = await this.of(id)
    return replay.ok ? { ok: true, value: replayedOrigin(replay.value, null) } : replay
  }

  /** A recorded event extends its agent's context, if that is loaded. Events older than the loaded ones change nothing. */
  async extend(event: AgentEvent): Promise<void> {
    const replay = await this.#replays.get(event.agentId)
    if (replay?.ok) replay.value.apply(event)
  }

  /** The context as it was right after `upToId`, an event of the agent's path. Read from the log each time. */
  async at(id: AgentId, upToId: EventId): Promise<StorageResult<ContextReplay>> {
    const base = await this.#base(id, upToId)
    if (!base.ok) return base
    const replay = new ContextReplay(base.value)
    const own = await this.#store.events({ agentId: id, upToId })
    if (!own.ok) return own
    for (const event of own.value) replay.apply(event)
    return { ok: true, value: replay }
  }

  async #base(id: AgentId, upToId: EventId): Promise<StorageResult<ContextBase>> {
    const agent = this.#agent(id)
    if (agent?.parentId == null || agent.forkEventId === null) return { ok: true, value: EMPTY_BASE }
    const parent = await this.at(agent.parentId, Math.min(agent.forkEventId, upToId))
    return parent.ok ? { ok: true, value: parent.value.base(agent.forkFromId) } : parent
  }
}
