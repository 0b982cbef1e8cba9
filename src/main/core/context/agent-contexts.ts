import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { batches } from '../../../shared/batches.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Store } from '../ports.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { type ForkOrigin, replayedOrigin, tailOrigin } from './fork-origin.ts'
import { ContextReplay, EMPTY_BASE } from './replay-context.ts'

/** Newest events that tell how a context ends, in nearly every case. */
const TAIL = 20

/** Contexts that stay loaded: more agents than a person has at work, and a bound on the memory of a long session. */
const MAX_LOADED = 256

/** Ancestors whose events are read at the same time. */
const READ_AT_ONCE = 16

/**
 * The contexts of live agents, each read from the log at first use and extended by every event recorded after that.
 * Those that were used last stay loaded. A child's context begins with its parent's effective context at the fork point
 * (docs/behaviour/context.md#forks).
 */
export class AgentContexts {
  readonly #store: Pick<Store, 'events'>
  readonly #agent: (id: AgentId) => AgentRecord | undefined
  readonly #replays = new RecentlyUsed<AgentId, Promise<Result<ContextReplay>>>(MAX_LOADED)

  constructor(store: Pick<Store, 'events'>, agent: (id: AgentId) => AgentRecord | undefined) {
    this.#store = store
    this.#agent = agent
  }

  /** The live context of an agent. A failed read is tried again at the next use. */
  of(id: AgentId): Promise<Result<ContextReplay>> {
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
  async forkOrigin(id: AgentId): Promise<Result<ForkOrigin>> {
    if (!this.#replays.has(id)) {
      const tail = await this.#store.events({ agentId: id, limit: TAIL })
      if (!tail.ok) return tail
      const origin = tailOrigin(tail.value)
      if (origin !== null) return ok(origin)
    }
    const replay = await this.of(id)
    return mapOk(replay, (value) => replayedOrigin(value, null))
  }

  /** A recorded event extends its agent's context, if that is loaded. Events older than the loaded ones change nothing. */
  async extend(event: AgentEvent): Promise<void> {
    const replay = await this.#replays.get(event.agentId)
    if (replay?.ok) replay.value.apply(event)
  }

  /**
   * The context as it was right after `upToId`, an event of the agent's path. Read from the log each time, from the root
   * down: a chain of forks may be thousands deep.
   */
  async at(id: AgentId, upToId: EventId): Promise<Result<ContextReplay>> {
    let base = EMPTY_BASE
    let replay = new ContextReplay(base)
    for (const steps of batches(this.#steps(id, upToId), READ_AT_ONCE)) {
      const reads = await Promise.all(steps.map((step) => this.#store.events(step)))
      for (const [index, own] of reads.entries()) {
        if (!own.ok) return own
        replay = new ContextReplay(base)
        for (const event of own.value) replay.apply(event)
        const child = steps[index]?.childFrom
        if (child !== undefined) base = replay.base(child)
      }
    }
    return ok(replay)
  }

  /** The agents whose events make up a context, from the root to the agent itself, and up to where each counts. */
  #steps(id: AgentId, upToId: EventId): readonly ReplayStep[] {
    const steps: ReplayStep[] = [{ agentId: id, upToId }]
    let limit = upToId
    for (let agent = this.#agent(id); agent?.parentId != null && agent.forkEventId !== null;) {
      limit = Math.min(agent.forkEventId, limit)
      steps.push({ agentId: agent.parentId, upToId: limit, childFrom: agent.forkFromId })
      agent = this.#agent(agent.parentId)
    }
    return steps.toReversed()
  }
}

/** One agent's part in a context. */
interface ReplayStep {
  readonly agentId: AgentId
  readonly upToId: EventId
  /** Where the next agent's inheritance begins (null: with everything); missing for the agent itself. */
  readonly childFrom?: EventId | null
}
