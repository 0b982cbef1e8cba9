import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { TurnOutcome } from '../../shared/stream-event.ts'
import type { Engine } from '../core/engine.ts'
import type { FeedPrinter } from './print-events.ts'

/** Follows agents from before their turns start, prints what they do, and knows how their turns ended. */
export class TurnWatcher {
  readonly #engine: Engine
  readonly #print: FeedPrinter
  readonly #stop = new AbortController()
  readonly #feeds: Promise<void>[] = []
  readonly #agents = new Map<AgentId, OutcomeQueue>()
  readonly #running = new Set<AgentId>()
  #onIdle: (() => void)[] = []

  constructor(engine: Engine, print: FeedPrinter) {
    this.#engine = engine
    this.#print = print
  }

  /**
   * Follows every agent that a followed one is forked into from now on; those of others on this database are not ours to
   * print. Resolves when the subscription stands.
   */
  async watchForks(): Promise<void> {
    const feed = this.#engine.subscribe(this.#stop.signal)[Symbol.asyncIterator]()
    const first = await feed.next()
    const known = new Set<AgentId>(first.done === true ? [] : first.value.flatMap(agentsIn).map(({ id }) => id))
    this.#feeds.push(this.#followForks(feed, known))
  }

  /** Resolves when the subscription stands: nothing that happens after that is missed. */
  async watch(agentId: AgentId): Promise<void> {
    if (this.#agents.has(agentId)) return
    this.#agents.set(agentId, new OutcomeQueue())
    const stands = Promise.withResolvers<void>()
    this.#feeds.push(this.#follow(agentId, stands.resolve))
    await stands.promise
  }

  /** How the next turn of a watched agent ended; turns that ended before they were asked for are not lost. */
  outcome(agentId: AgentId): Promise<TurnOutcome> {
    const outcomes = this.#agents.get(agentId)
    if (outcomes === undefined) throw new Error(`Agent ${agentId} is not watched`)
    return outcomes.take()
  }

  /** Resolves when no turn of a watched agent runs: models start agents too. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle.push(resolve)
    })
  }

  /** Resolves when everything that the feeds held has been printed. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#feeds)
  }

  async #follow(agentId: AgentId, stands: () => void): Promise<void> {
    for await (const batch of this.#engine.subscribeAgent(agentId, { signal: this.#stop.signal })) {
      for (const item of batch) {
        this.#print(agentId, item)
        this.#notice(agentId, item)
      }
      stands()
    }
    stands()
  }

  #notice(agentId: AgentId, item: AgentFeedItem): void {
    if (item.type === 'snapshot' && item.view.turn !== null) this.#running.add(agentId)
    if (item.type !== 'live') return
    if (item.event.type === 'turn_started') this.#running.add(agentId)
    if (item.event.type !== 'turn_ended') return
    this.#running.delete(agentId)
    this.#agents.get(agentId)?.put(item.event.outcome)
    if (this.#running.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  async #followForks(feed: AsyncIterator<readonly EngineFeedItem[]>, known: Set<AgentId>): Promise<void> {
    for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
      for (const { id, parentId } of next.value.flatMap(agentsIn)) {
        if (known.has(id)) continue
        known.add(id)
        if (parentId !== null && this.#agents.has(parentId)) void this.watch(id)
      }
    }
  }
}

function agentsIn(item: EngineFeedItem): readonly AgentSummary[] {
  if (item.type === 'snapshot') return item.agents
  return item.type === 'agent' ? [item.agent] : []
}

/** Outcomes in their order, whether they come before or after somebody waits for them. */
class OutcomeQueue {
  #outcomes: TurnOutcome[] = []
  #waiting: ((outcome: TurnOutcome) => void)[] = []

  put(outcome: TurnOutcome): void {
    const first = this.#waiting.shift()
    if (first === undefined) this.#outcomes.push(outcome)
    else first(outcome)
  }

  take(): Promise<TurnOutcome> {
    const first = this.#outcomes.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }
}
