import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { batches } from '../../../shared/batches.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { EventReader } from '../ports/log-ports.ts'
import { RecentlyUsed } from '../../../shared/recently-used.ts'
import { type ForkPoint, replayedForkPoint, tailForkPoint } from './fork-point.ts'
import { EMPTY_BASE } from '../../../shared/context-base.ts'
import { ContextReplay } from '../../../shared/context-replay.ts'
import { wholeVersions } from './whole-versions.ts'

/** Newest events to read first. They nearly always suffice to determine how a context ends. */
const TAIL = 20

/** Most contexts kept in memory: more than the agents that a user works with at a time. */
const MAX_LOADED = 256

/** Ancestors whose events are read concurrently. */
const READ_AT_ONCE = 16

/**
 * The contexts of live agents. Each is read from the log at first use and extended by every event recorded after that;
 * the most recently used ones stay in memory. A child's context begins with its parent's effective context at the fork
 * point (docs/behaviour/context.md#forks).
 */
export class AgentContexts {
  readonly #store: EventReader
  readonly #agent: (id: AgentId) => AgentRecord | undefined
  readonly #replays = new RecentlyUsed<AgentId, Promise<Result<ContextReplay>>>(MAX_LOADED)

  constructor(store: EventReader, agent: (id: AgentId) => AgentRecord | undefined) {
    this.#store = store
    this.#agent = agent
  }

  /** Returns the live context of an agent. A failed read is tried again at the next use. */
  contextOf(id: AgentId): Promise<Result<ContextReplay>> {
    const known = this.#replays.get(id)
    if (known !== undefined) return known
    const replay = this.at(id, Number.MAX_SAFE_INTEGER)
    this.#replays.set(id, replay)
    const forget = (): void => {
      if (this.#replays.get(id) === replay) this.#replays.delete(id)
    }
    void replay.then((result) => result.ok || forget(), forget)
    return replay
  }

  /**
   * Returns the versions of a file of which an agent's context shows every line; none if the context cannot be read.
   * `resultTokens`: how much of one result the agent's model is sent at most; missing: all.
   */
  async seenVersions(id: AgentId, path: string, resultTokens?: number): Promise<ReadonlySet<string>> {
    const context = await this.contextOf(id)
    return context.ok ? wholeVersions(context.value.items, path, resultTokens) : new Set()
  }

  /**
   * Returns where a full fork of the agent's current state would begin: from the loaded context if there is one,
   * otherwise from the end of the log.
   */
  async forkPoint(id: AgentId): Promise<Result<ForkPoint>> {
    if (!this.#replays.has(id)) {
      const tail = await this.#store.events({ agentId: id, limit: TAIL })
      if (!tail.ok) return tail
      const point = tailForkPoint(tail.value)
      if (point !== null) return ok(point)
    }
    const replay = await this.contextOf(id)
    return mapOk(replay, (value) => replayedForkPoint(value, null))
  }

  /**
   * Extends the agent's context by a recorded event, if the context is loaded. After an event that is older than the
   * loaded ones the context is read again at the next use: it may be one of another engine that arrived late.
   */
  async extend(event: AgentEvent): Promise<void> {
    const known = this.#replays.get(event.agentId)
    const replay = await known
    if (replay?.ok !== true) return
    if (event.id > replay.value.lastId) replay.value.apply(event)
    else if (this.#replays.get(event.agentId) === known) this.#replays.delete(event.agentId)
  }

  /** Lets all contexts be read again: events that they hold were redacted. */
  forget(): void {
    this.#replays.clear()
  }

  /**
   * Lets the context be read again if the log has newer events than those that have arrived here. Called when the
   * agent's lease was acquired: the commits of the engine that held it before may not have been announced yet.
   */
  async catchUp(id: AgentId): Promise<Result<null>> {
    const known = this.#replays.get(id)
    const replay = await known
    if (replay?.ok !== true) return DONE
    const newest = await this.#store.events({ agentId: id, limit: 1 })
    if (!newest.ok) return newest
    const { id: newestId = 0 } = newest.value.at(-1) ?? {}
    if (newestId > replay.value.lastId && this.#replays.get(id) === known) this.#replays.delete(id)
    return DONE
  }

  /**
   * Returns the context right after `upToId`, an event of the agent's path. It is read from the log on each call, from
   * the root down without recursion, because a chain of forks may be thousands deep.
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

  /**
   * The agents whose events make up a context, from the root to the agent itself, each with the last event that counts.
   */
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

/** One agent's part of a context. */
interface ReplayStep {
  readonly agentId: AgentId
  readonly upToId: EventId
  /**
   * The event after which the next agent's inheritance begins (null: everything is inherited); missing for the agent
   * itself.
   */
  readonly childFrom?: EventId | null
}
