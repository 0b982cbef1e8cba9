import { implement } from '@orpc/server'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { SearchRequest } from '../../../src/shared/engine-api.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { ok } from '../../../src/shared/result.ts'
import type { SearchPage } from '../../../src/shared/search-hit.ts'
import { mapPreview } from './preview-map.ts'

/** Texts that no index of the engine covers are sought in so many events a call. */
const UNINDEXED_EVENTS = 60_000
const SHORTEST_INDEXED = 3

/** Searches contents of events as the engine does: newest first, and for one or two letters only a part of the log. */
function searchPreview(
  logs: Iterable<readonly AgentEvent[]>,
  { text, limit, beforeId = Infinity }: SearchRequest,
): SearchPage {
  const wanted = text.toLowerCase().replaceAll('"', '')
  const all = new Map([...logs].flat().map((event) => [event.id, event]))
  const older = [...all.values()].filter(({ id }) => id < beforeId).toSorted((a, b) => b.id - a.id)
  const read = text.length < SHORTEST_INDEXED ? older.slice(0, UNINDEXED_EVENTS) : older
  const found = read.filter(({ content }) => content?.toLowerCase().includes(wanted))
  const events = found.slice(0, limit)
  const hits = events.map((event) => ({ event, excerpt: event.content ?? '', inContextOf: [event.agentId] }))
  if (found.length > limit) return { hits, olderBefore: events.at(-1)?.id ?? null, isUnfinished: false }
  const isUnfinished = read.length < older.length
  return { hits, olderBefore: isUnfinished ? (read.at(-1)?.id ?? null) : null, isUnfinished }
}

/** The operations that read the log of all agents. */
export function previewLogReads(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  logs: ReadonlyMap<AgentId, readonly AgentEvent[]>,
) {
  const os = implement(contract).log
  return {
    search: os.search.handler(({ input }) => ok(searchPreview(logs.values(), input))),
    map: os.map.handler(({ input }) => ok(mapPreview(agents.values(), logs.values(), input))),
  }
}
