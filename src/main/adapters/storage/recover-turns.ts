import { and, asc, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { PROVIDER_NAMES } from '../../../shared/provider-name.ts'
import { THINKING_LEVELS } from '../../../shared/thinking-level.ts'
import type { JournaledTurn, JournalEvent, StorageResult } from '../../core/ports.ts'
import type { Database } from './database-clients.ts'
import { ENGINE_LOCKS } from './engine-session.ts'
import { mergeEvents } from './journal-buffer.ts'
import { streamJournal } from './schema.ts'
import { attempt } from './storage-error.ts'
import type { AgentLocks } from './turn-leases.ts'

export interface Recovery {
  recover(): Promise<StorageResult<readonly JournaledTurn[]>>
  /** These turns are in the log now: their agents are free again. */
  settled(turnIds: readonly TurnId[]): Promise<void>
}

/** No connection marks the session as alive. */
const ofTheDead = sql`not exists (select from pg_locks where locktype = 'advisory' and classid = ${ENGINE_LOCKS}
  and objid = (${streamJournal.sessionId} % 2147483647)::int and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database()))`

const rowsSchema = z.array(
  z.object({
    turnId: z.string(),
    sessionId: z.number(),
    response: z.number(),
    agentUuid: z.string(),
    provider: z.enum(PROVIDER_NAMES),
    model: z.string(),
    thinkingLevel: z.enum(THINKING_LEVELS),
    // Written by the journal of this adapter and by nobody else.
    events: z.custom<readonly JournalEvent[]>(Array.isArray),
  }),
)
type Row = z.infer<typeof rowsSchema>[number]

/**
 * A journal of another session whose agent's lock is free belongs to an engine that is dead. Whoever has just started
 * takes it at once. Later an engine must have been found dead twice: one that lost its connection loses its locks with
 * it, and is back, with its turn, within moments. The lock is kept until the turn is settled, so that of several engines
 * only one ever gets it; if that one dies too, the next gets it.
 */
export function createRecovery(database: Database, sessionId: number, locks: AgentLocks): Recovery {
  const claims = new Map<TurnId, AgentId>()
  const ofOthers = ne(streamJournal.sessionId, sessionId)

  let deadBefore: ReadonlySet<number> | null = null

  const recover = async (): Promise<readonly JournaledTurn[]> => {
    const found = await database
      .selectDistinct({ id: streamJournal.agentUuid, session: streamJournal.sessionId })
      .from(streamJournal)
      .where(and(ofOthers, ofTheDead))
    const before = deadBefore
    deadBefore = new Set(found.map(({ session }) => session))
    const candidates = found.filter(({ session }) => before === null || before.has(session))
    const claimed = await locks.claim([...new Set(candidates.map(({ id }) => id))])
    if (claimed.length === 0) return []
    // Read after the lock was taken: until then another engine may have settled the turn.
    const rows = await database
      .select()
      .from(streamJournal)
      .where(and(ofOthers, inArray(streamJournal.agentUuid, [...claimed])))
      .orderBy(
        asc(streamJournal.turnId),
        asc(streamJournal.sessionId),
        asc(streamJournal.response),
        asc(streamJournal.part),
      )
    const turns = toTurns(rowsSchema.parse(rows))
    for (const { turnId, agentId } of turns) claims.set(turnId, agentId)
    await free(claimed)
    return turns
  }
  const free = async (agentIds: readonly AgentId[]): Promise<void> => {
    const claimed = new Set(claims.values())
    for (const agentId of agentIds) if (!claimed.has(agentId)) await locks.unclaim(agentId)
  }
  return {
    recover: () => attempt(recover),
    async settled(turnIds) {
      const agentIds = turnIds.flatMap((turnId) => claims.get(turnId) ?? [])
      for (const turnId of turnIds) claims.delete(turnId)
      await free(agentIds)
    },
  }
}

/** Of each turn the newest response; what an earlier one left was about to be forgotten. */
function toTurns(rows: readonly Row[]): readonly JournaledTurn[] {
  return [...Map.groupBy(rows, ({ turnId }) => turnId).values()].flatMap((ofTurn) => {
    const newest = ofTurn.at(-1)
    if (newest === undefined) return []
    const parts = ofTurn.filter((row) => row.sessionId === newest.sessionId && row.response === newest.response)
    const { turnId, agentUuid: agentId, provider, model, thinkingLevel } = newest
    return [
      {
        agentId,
        turnId,
        choice: { provider, model, thinkingLevel },
        events: mergeEvents(parts.flatMap(({ events }) => events)),
      },
    ]
  })
}
