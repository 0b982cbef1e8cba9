import type { SearchRequest } from '../../../shared/engine-api.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SearchPage } from '../../../shared/search-hit.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { LogSearch } from '../ports/search-ports.ts'
import { contextHolders } from './context-holders.ts'
import { excerpt } from './excerpt.ts'

/**
 * Searches the log and determines whose context contains each match. The database does the text search; each event is
 * found once.
 */
export class LogSearcher {
  readonly #log: LogSearch
  readonly #tree: AgentTree

  constructor(log: LogSearch, tree: AgentTree) {
    this.#log = log
    this.#tree = tree
  }

  /** Returns one page of matches, newest first. */
  async search({ text, limit, beforeId = Number.MAX_SAFE_INTEGER }: SearchRequest): Promise<Result<SearchPage>> {
    if (text.trim() === '') return ok({ hits: [], olderBefore: null, isUnfinished: false })
    const found = await this.#log.find(text.trim(), { limit: limit + 1, beforeId })
    if (!found.ok) return found
    const events = found.value.events.slice(0, limit)
    const holders = await contextHolders(events, { log: this.#log, tree: this.#tree })
    if (!holders.ok) return holders
    const hits = events.map((event) => ({
      event,
      excerpt: excerpt(event, text.trim()),
      inContextOf: holders.value.get(event.id) ?? [],
    }))
    if (found.value.events.length > limit) {
      return ok({ hits, olderBefore: events.at(-1)?.id ?? null, isUnfinished: false })
    }
    const { searchedFrom } = found.value
    return ok({ hits, olderBefore: searchedFrom === 0 ? null : searchedFrom, isUnfinished: searchedFrom !== 0 })
  }
}
