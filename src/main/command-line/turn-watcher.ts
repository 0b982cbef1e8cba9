import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import { agentsOfItem, type EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { FeedPrinter } from './print-events.ts'

/** Follows agents from before their turns start, prints their events, and records how their turns ended. */
export class TurnWatcher {
  readonly #engine: Engine
  readonly #print: FeedPrinter
  readonly #onAgents: () => void
  readonly #stop = new AbortController()
  readonly #feeds: Promise<void>[] = []
  readonly #agents = new Map<AgentId, EndQueue>()
  readonly #summaries = new Map<AgentId, AgentSummary>()
  readonly #running = new Set<AgentId>()
  #hasSeenTurn = false
  #onIdle: (() => void)[] = []

  /** `onAgents`: called when agents have changed. */
  constructor(engine: Engine, print: FeedPrinter, onAgents: () => void = () => undefined) {
    this.#engine = engine
    this.#print = print
    this.#onAgents = onAgents
  }

  /**
   * Follows every agent that is forked from a followed one from now on; other agents of this database are not printed.
   * Resolves when the subscription is established.
   */
  async watchForks(): Promise<void> {
    const feed = this.#engine.engine.subscribe(undefined, this.#stop.signal)[Symbol.asyncIterator]()
    const first = await feed.next()
    const before = first.done === true ? [] : first.value.flatMap(agentsOfItem)
    this.#know(before)
    const known = new Set(before.map(({ id }) => id))
    this.#feeds.push(this.#followForks(feed, known))
  }

  /** Resolves when the subscription is established: later events are not missed. */
  async watch(agentId: AgentId): Promise<void> {
    if (this.#agents.has(agentId)) return
    this.#agents.set(agentId, new EndQueue())
    const stands = Promise.withResolvers<void>()
    this.#feeds.push(this.#follow(agentId, stands.resolve))
    await stands.promise
  }

  /** Resolves with the end of the agent's next turn. Turns that ended before this call are not lost. */
  turnEnd(agentId: AgentId): Promise<TurnOutcome> {
    const ends = this.#agents.get(agentId)
    if (ends === undefined) throw new Error(`Agent ${agentId} is not watched`)
    return ends.take()
  }

  /** True if a turn of a watched agent has started. */
  get hasSeenTurn(): boolean {
    return this.#hasSeenTurn
  }

  /** Watched agents with a turn that runs in this engine. */
  get running(): readonly AgentId[] {
    return [...this.#running]
  }

  /** Returns the agent's current summary; undefined before `watchForks`. */
  summary(agentId: AgentId): AgentSummary | undefined {
    return this.#summaries.get(agentId)
  }

  /** All agents, as last reported; empty before `watchForks`. */
  get summaries(): readonly AgentSummary[] {
    return [...this.#summaries.values()]
  }

  /** Resolves when no turn of a watched agent runs, because models start agents too. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle.push(resolve)
    })
  }

  /** Resolves when all received events have been printed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#feeds)
  }

  async #follow(agentId: AgentId, stands: () => void): Promise<void> {
    for await (const batch of this.#engine.agents.subscribe({ agentId }, this.#stop.signal)) {
      for (const item of batch) {
        this.#print.print(agentId, item)
        this.#notice(agentId, item)
      }
      stands()
    }
    stands()
  }

  #notice(agentId: AgentId, item: AgentFeedItem): void {
    if (item.type === 'snapshot' && item.view.turn !== null) this.#running.add(agentId)
    if (item.type !== 'live') return
    if (item.event.type === 'turn_started') {
      this.#running.add(agentId)
      this.#hasSeenTurn = true
    }
    if (item.event.type !== 'turn_ended') return
    this.#running.delete(agentId)
    this.#agents.get(agentId)?.put(item.event.outcome)
    if (this.#running.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #know(agents: readonly AgentSummary[]): void {
    for (const agent of agents) this.#summaries.set(agent.id, agent)
  }

  async #followForks(feed: AsyncIterator<readonly EngineFeedItem[]>, known: Set<AgentId>): Promise<void> {
    for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
      const agents = next.value.flatMap(agentsOfItem)
      this.#know(agents)
      if (agents.length > 0) this.#onAgents()
      for (const { id, parentId } of agents) {
        if (known.has(id)) continue
        known.add(id)
        if (parentId !== null && this.#agents.has(parentId)) void this.watch(id)
      }
    }
  }
}

/** A queue of turn ends, which may be awaited before or after they arrive. */
class EndQueue {
  #ends: TurnOutcome[] = []
  #waiting: ((end: TurnOutcome) => void)[] = []

  put(end: TurnOutcome): void {
    const first = this.#waiting.shift()
    if (first === undefined) this.#ends.push(end)
    else first(end)
  }

  take(): Promise<TurnOutcome> {
    const first = this.#ends.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }
}
