import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, inArray, ne, sql } from 'drizzle-orm'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { JournaledTurn } from '../../core/ports/storage-ports.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { type Database, endCommits } from './database-clients.ts'
import { ENGINE_LOCKS } from './advisory-locks.ts'
import { readJournaledTurns, type UnreadableTurn } from './journaled-turns.ts'
import { streamJournal } from './schema/log.ts'
import { toResult } from './storage-error.ts'
import type { AgentLocks } from './agent-locks.ts'

export interface Recovery {
  recover(): Promise<Result<readonly JournaledTurn[]>>
  /**
   * Called after the commit that was to settle these turns: releases their agents. Turns that it failed to settle are
   * found again.
   */
  released(turnIds: readonly TurnId[]): Promise<void>
}

/** The server ends a connection within moments; otherwise the next recovery tries again. */
const END_TRIES = 20
const END_PAUSE_MS = 100

interface Found {
  readonly id: AgentId
  readonly session: number
}

/** True if no connection marks the session as alive. */
const sessionIsGone = sql`not exists (select from pg_locks where locktype = 'advisory' and classid = ${ENGINE_LOCKS}
  and objid = (${streamJournal.sessionId} % 2147483647)::int and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database()))`

/**
 * A journal of another session whose agent's lock is free belongs to an engine that has ended. At startup such a
 * journal is taken at once. Later, an engine must be found missing twice: one that loses its connection loses its locks
 * too, and is back, with its turn, within moments. The lock is held until the turn is settled, so that only one of
 * several engines gets it; if that engine ends too, another one gets it.
 *
 * An unreadable turn does not block the others: it is logged once, its rows are kept and its agent is released.
 */
export function createRecovery(
  database: Database,
  sessionId: number,
  { locks, logger }: { readonly locks: AgentLocks; readonly logger: Logger },
): Recovery {
  const claims = new Map<TurnId, AgentId>()
  const logged = new Set<TurnId>()
  const ofOthers = ne(streamJournal.sessionId, sessionId)

  let previouslyDead: ReadonlySet<number> | null = null

  const recover = async (): Promise<readonly JournaledTurn[]> => {
    const found = await database
      .selectDistinct({ id: streamJournal.agentUuid, session: streamJournal.sessionId })
      .from(streamJournal)
      .where(and(ofOthers, sessionIsGone))
    const before = previouslyDead
    previouslyDead = new Set(found.map(({ session }) => session))
    const candidates = found.filter(({ session }) => before === null || before.has(session))
    const claimed = await locks.acquireForRecovery([...new Set(candidates.map(({ id }) => id))])
    try {
      if (claimed.length === 0 || !(await haveEnded(candidates, claimed))) return []
      return await readClaimed(claimed)
    } finally {
      // Release them even if they could not be read, so that the next attempt can acquire them.
      await free(claimed)
    }
  }
  /** An engine that was killed may have sent a commit that the server is still carrying out. */
  const haveEnded = async (found: readonly Found[], claimed: readonly AgentId[]): Promise<boolean> => {
    const sessions = new Set(found.filter(({ id }) => claimed.includes(id)).map(({ session }) => session))
    for (let tries = 0; tries < END_TRIES; tries++) {
      for (const session of sessions) if (await endCommits(database.$client, session)) sessions.delete(session)
      if (sessions.size === 0) return true
      await delay(END_PAUSE_MS)
    }
    return false
  }
  const readClaimed = async (claimed: readonly AgentId[]): Promise<readonly JournaledTurn[]> => {
    // Read after taking the lock: until then another engine may have settled the turn.
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
    const { turns: read, unreadable } = readJournaledTurns(rows)
    const turns = read.map(({ turn }) => turn)
    for (const turn of unreadable) logOnce(turn)
    for (const { turnId, agentId } of turns) claims.set(turnId, agentId)
    return turns
  }
  const logOnce = ({ turnId, agentId, reason }: UnreadableTurn): void => {
    if (logged.has(turnId)) return
    logged.add(turnId)
    logger.error('An interrupted turn could not be read from the journal; its rows were kept', {
      agent: agentId,
      turn: turnId,
      reason,
    })
  }
  const free = async (agentIds: readonly AgentId[]): Promise<void> => {
    const claimed = new Set(claims.values())
    for (const agentId of agentIds) if (!claimed.has(agentId)) await locks.releaseForRecovery(agentId)
  }
  return {
    recover: () => toResult(recover),
    async released(turnIds) {
      const agentIds = turnIds.flatMap((turnId) => claims.get(turnId) ?? [])
      for (const turnId of turnIds) claims.delete(turnId)
      await free(agentIds)
    },
  }
}
