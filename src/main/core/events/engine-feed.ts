import type { AgentSummary } from '../../../shared/agent-summary.ts'
import type { EngineFeedItem, EngineStatus } from '../../../shared/engine-state.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { BatchLoop } from './batch-loop.ts'

/** One subscriber's queue of changes of the tree. Only the newest state of each agent waits, so memory is bounded. */
export class EngineFeed {
  #agents = new Map<AgentId, AgentSummary>()
  #status: EngineStatus | null = null
  readonly #loop = new BatchLoop<EngineFeedItem>(() => this.#take())

  agent(agent: AgentSummary): void {
    this.#agents.set(agent.id, agent)
    this.#loop.wake()
  }

  status(status: EngineStatus): void {
    this.#status = status
    this.#loop.wake()
  }

  close(): void {
    this.#loop.close()
  }

  /** Yields `snapshot`, then batches of changes until the feed is closed. */
  async *batches(snapshot: EngineFeedItem): AsyncGenerator<readonly EngineFeedItem[]> {
    yield [snapshot]
    yield* this.#loop.batches()
  }

  #take(): readonly EngineFeedItem[] {
    const agents = [...this.#agents.values()].map((agent): EngineFeedItem => ({ type: 'agent', agent }))
    const status: EngineFeedItem[] = this.#status === null ? [] : [{ type: 'status', status: this.#status }]
    this.#agents = new Map()
    this.#status = null
    return [...agents, ...status]
  }
}
