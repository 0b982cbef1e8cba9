import type { AgentActivity, AgentRecord, AgentSummary } from '../../../shared/agent-summary.ts'
import type { EngineFeedItem, EngineStatus } from '../../../shared/engine-state.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { EngineFeed } from '../events/engine-feed.ts'
import { AgentTree } from './agent-tree.ts'

const IDLE: AgentActivity = { type: 'idle' }

/** The agents as the tree shows them: stored records, what each is doing, and who watches. */
export class AgentRegistry {
  readonly tree = new AgentTree()
  readonly #activities = new Map<AgentId, AgentActivity>()
  readonly #feeds = new Set<EngineFeed>()
  readonly #status: () => EngineStatus

  constructor(status: () => EngineStatus) {
    this.#status = status
  }

  put(agent: AgentRecord): void {
    this.tree.put(agent)
    this.#publish(agent.id)
  }

  setActivity(id: AgentId, activity: AgentActivity): void {
    if (activity.type === 'idle' && activity.stopped !== true) this.#activities.delete(id)
    else this.#activities.set(id, activity)
    this.#publish(id)
  }

  summary(agent: AgentRecord): AgentSummary {
    return { ...agent, activity: this.#activities.get(agent.id) ?? IDLE }
  }

  statusChanged(): void {
    for (const feed of this.#feeds) feed.status(this.#status())
  }

  /** Ends when the signal aborts or the registry closes. */
  async *subscribe(signal: AbortSignal): AsyncGenerator<readonly EngineFeedItem[]> {
    if (signal.aborted) return
    const feed = new EngineFeed()
    const stop = (): void => feed.close()
    signal.addEventListener('abort', stop, { once: true })
    this.#feeds.add(feed)
    const agents = this.tree.all().map((agent) => this.summary(agent))
    try {
      yield* feed.batches({ type: 'snapshot', agents, status: this.#status() })
    } finally {
      this.#feeds.delete(feed)
      signal.removeEventListener('abort', stop)
    }
  }

  close(): void {
    for (const feed of this.#feeds) feed.close()
  }

  #publish(id: AgentId): void {
    const agent = this.tree.get(id)
    if (agent === undefined) return
    for (const feed of this.#feeds) feed.agent(this.summary(agent))
  }
}
