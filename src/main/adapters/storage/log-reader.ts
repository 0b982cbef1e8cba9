import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { HomeId } from '../../../shared/home.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { EventRange } from '../../core/ports/log-ports.ts'
import { toAgentRecord, withoutCircles } from './agent-row.ts'
import type { Database } from './database-clients.ts'
import { toEvents } from './event-row.ts'
import { agents } from './schema/agents.ts'
import { messages } from './schema/log.ts'
import { toResult } from './storage-error.ts'

/** Reads the log and the agents. Each read is one round trip once its statement is prepared. */
export interface LogReader {
  agents(): Promise<Result<readonly AgentRecord[]>>
  agentsOf(ids: readonly AgentId[]): Promise<Result<readonly AgentRecord[]>>
  events(range: EventRange): Promise<Result<readonly AgentEvent[]>>
  eventsOf(ids: readonly EventId[]): Promise<Result<readonly AgentEvent[]>>
  /** Events after that id, written by other sessions or by this one. */
  eventsAfter(
    id: EventId,
    session: { readonly is?: number; readonly isNot?: number },
  ): Promise<Result<readonly AgentEvent[]>>
  newestId(): Promise<EventId>
}

const agentJson = { json: sql<string>`row_to_json(${agents})::text` }

/** `home`: that of this engine. */
export function createLogReader(database: Database, home: HomeId | null = null): LogReader {
  const allAgents = database
    .select(agentJson)
    .from(agents)
    .orderBy(asc(agents.created_at), asc(agents.uuid))
    .prepare('agents')
  const isInRange = and(
    eq(messages.agentUuid, sql.placeholder('agentId')),
    gt(messages.id, sql.placeholder('afterId')),
    lte(messages.id, sql.placeholder('upToId')),
  )
  const range = database.select().from(messages).where(isInRange).orderBy(desc(messages.id)).$dynamic()
  const oldestOfRange = database
    .select()
    .from(messages)
    .where(isInRange)
    .orderBy(asc(messages.id))
    .limit(sql.placeholder('limit'))
    .prepare('oldest_events')
  // Two statements, because one plan for a whole history and for a tail reads the tail slowly.
  const wholeRange = range.prepare('events')
  const newestOfRange = range.limit(sql.placeholder('limit')).prepare('newest_events')
  return {
    agents: () =>
      toResult(async () => withoutCircles((await allAgents.execute()).map(({ json }) => toAgentRecord(json, home)))),
    agentsOf: (ids) =>
      toResult(async () => {
        const rows = await database
          .select(agentJson)
          .from(agents)
          .where(inArray(agents.uuid, [...ids]))
        return rows.map(({ json }) => toAgentRecord(json, home))
      }),
    // Newest first in the query, so that a limit keeps the newest; oldest first for the caller.
    events: ({ agentId, afterId = 0, upToId = Number.MAX_SAFE_INTEGER, limit, keeps = 'newest' }) =>
      read(async () => {
        if (limit !== undefined && keeps === 'oldest') {
          return oldestOfRange.execute({ agentId, afterId, upToId, limit })
        }
        const found =
          limit === undefined
            ? await wholeRange.execute({ agentId, afterId, upToId })
            : await newestOfRange.execute({ agentId, afterId, upToId, limit })
        return found.reverse()
      }),
    eventsOf: (ids) =>
      read(() =>
        database
          .select()
          .from(messages)
          .where(inArray(messages.id, [...ids]))
          .orderBy(asc(messages.id)),
      ),
    eventsAfter: (id, { is, isNot }) =>
      read(() => {
        const session = is === undefined ? undefined : eq(messages.sessionId, is)
        const others = isNot === undefined ? undefined : ne(messages.sessionId, isNot)
        return database
          .select()
          .from(messages)
          .where(and(gt(messages.id, id), session, others))
          .orderBy(asc(messages.id))
      }),
    async newestId() {
      const [row] = await database.select({ id: sql<string | null>`max(${messages.id})` }).from(messages)
      return Number(row?.id ?? 0)
    },
  }
}

async function read(rows: () => Promise<Parameters<typeof toEvents>[0]>): Promise<Result<readonly AgentEvent[]>> {
  const found = await toResult(rows)
  return found.ok ? toEvents(found.value) : found
}
