import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { Outcome } from '../../../shared/contract.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { SearchHit, SearchPage } from '../../../shared/search-hit.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { LogSearch } from '../ports.ts'
import { excerpt } from './excerpt.ts'

/** Finds words in the log and says whose context holds them. The database searches; an event is found once. */
export class LogSearcher {
  readonly #log: LogSearch
  readonly #tree: AgentTree
  readonly #contexts: AgentContexts

  constructor(log: LogSearch, tree: AgentTree, contexts: AgentContexts) {
    this.#log = log
    this.#tree = tree
    this.#contexts = contexts
  }

  async search(
    text: string,
    options: { readonly limit: number; readonly beforeId?: EventId },
  ): Promise<Outcome<SearchPage>> {
    const { limit, beforeId = Number.MAX_SAFE_INTEGER } = options
    if (text.trim() === '') return { ok: true, value: { hits: [], hasOlder: false } }
    const found = await this.#log.find(text.trim(), { limit: limit + 1, beforeId })
    if (!found.ok) return found
    const contexts = new Map<AgentId, ReadonlySet<EventId>>()
    const hits: SearchHit[] = []
    for (const event of found.value.slice(0, limit)) {
      const inContextOf = await this.#holders(event, contexts)
      if (!inContextOf.ok) return inContextOf
      hits.push({ event, excerpt: excerpt(event, text.trim()), inContextOf: inContextOf.value })
    }
    return { ok: true, value: { hits, hasOlder: found.value.length > limit } }
  }

  async #holders(
    event: AgentEvent,
    contexts: Map<AgentId, ReadonlySet<EventId>>,
  ): Promise<Outcome<readonly AgentId[]>> {
    const holders: AgentId[] = []
    for (const { id } of this.#inheritors(event)) {
      let context = contexts.get(id)
      if (context === undefined) {
        const replay = await this.#contexts.of(id)
        if (!replay.ok) return replay
        context = new Set(replay.value.items.map((item) => item.id))
        contexts.set(id, context)
      }
      if (context.has(event.id)) holders.push(id)
    }
    return { ok: true, value: holders }
  }

  /** Its agent, and the forks whose range holds it. */
  #inheritors({ agentId, id }: AgentEvent): readonly AgentRecord[] {
    const owner = this.#tree.get(agentId)
    const found = owner === undefined ? [] : [owner]
    for (const agent of found) found.push(...this.#tree.children(agent.id).filter((child) => inherits(child, id)))
    return found
  }
}

function inherits({ forkEventId, forkFromId }: AgentRecord, id: EventId): boolean {
  return id <= (forkEventId ?? 0) && id > (forkFromId ?? 0)
}
