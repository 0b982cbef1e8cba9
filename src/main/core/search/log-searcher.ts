import type { SearchRequest } from '../../../shared/engine-api.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SearchPage } from '../../../shared/search-hit.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { LogSearch } from '../ports/search-ports.ts'
import { contextHolders } from './context-holders.ts'
import { storedAttachments } from '../../../shared/attachment.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'

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

const AROUND = 80

/**
 * Returns a line of text around the first match; the beginning of the content if the match is elsewhere in the event.
 */
function excerpt(event: AgentEvent, query: string): string {
  const text = searchedText(event)
  const at = firstMatch(text, query)
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + query.length + AROUND)
  const line = text.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`
}

function firstMatch(text: string, query: string): number {
  const lower = text.toLowerCase()
  const terms = [query, ...query.split(/\s+/)].map((term) => term.replaceAll('"', '').toLowerCase())
  return terms.map((term) => (term === '' ? -1 : lower.indexOf(term))).find((at) => at >= 0) ?? 0
}

/** Returns the text of an event that the database searches. */
function searchedText({ content, data }: AgentEvent): string {
  const parts: unknown[] = [content]
  if (data !== null && 'thinking' in data) parts.push(data.thinking)
  if (data !== null && 'name' in data) parts.push(data.name)
  if (data !== null && 'arguments' in data) parts.push(JSON.stringify(data.arguments))
  parts.push(
    ...storedAttachments(data !== null && 'attachments' in data ? data.attachments : undefined).map(({ name }) => name),
  )
  return parts.filter((part) => typeof part === 'string').join('\n')
}
