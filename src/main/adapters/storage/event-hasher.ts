import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { batches } from '../../../shared/batches.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { HASHING_LOCK } from './advisory-locks.ts'
import type { Database } from './database-clients.ts'

export interface EventHasher {
  /** Called with the agents that got events; the hashes follow within moments. */
  recorded(agentIds: Iterable<AgentId>): void
  /** Makes the hashes of what was recorded so far without waiting for a pause. */
  flush(): Promise<void>
  /** Makes the hashes of what was recorded last. Those of older events are continued at the next start. */
  close(): Promise<void>
}

/** Hashes are made when nothing was recorded for so long, ms: commits come first, and share a transaction of hashes. */
const QUIET_MS = 300
/** Or when the first event without one is so old, ms. */
const LONGEST_MS = 5_000
/** When events without hashes are looked for, ms after the start: those of older versions, and of engines that crashed. */
const SEARCH_MS = 2_000
const RETRY_MS = 5_000
/** Limits of one transaction, which other engines wait for. */
const AGENTS = 20
const EVENTS_PER_AGENT = 200
/** Agents of one search. */
const FOUND = 1_000

const madeSchema = z.array(z.object({ agent: z.string(), made: z.coerce.number().nullable() }))
type Made = z.infer<typeof madeSchema>[number]
const foundSchema = z.array(z.object({ agent: z.string() }))

/**
 * Makes the hashes of events in the background (docs/behaviour/storage.md#hashes): within a commit they would take as long
 * as the events themselves. One engine makes hashes at a time; which one does not matter.
 */
export function createEventHasher(database: Database, logger: Logger): EventHasher {
  const waiting = new Set<AgentId>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  /** When the first of the waiting agents got its event; null: none waits. */
  let waitingSince: number | null = null
  let isSearchDue = false
  let isFailing = false
  let isClosed = false

  const schedule = (ms: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = isClosed || running !== null ? null : setTimeout(start, ms).unref()
  }
  const scheduleQuiet = (): void => {
    const now = performance.now()
    waitingSince ??= now
    schedule(Math.max(0, Math.min(QUIET_MS, waitingSince + LONGEST_MS - now)))
  }
  const start = (): void => {
    timer = null
    waitingSince = null
    running = run().finally(() => {
      running = null
      if (isFailing) schedule(RETRY_MS)
      else if (waiting.size > 0) scheduleQuiet()
    })
  }
  const run = async (): Promise<void> => {
    let agents: readonly AgentId[] = [...waiting]
    waiting.clear()
    try {
      while (!isClosed && (isSearchDue || agents.length > 0)) {
        const found = isSearchDue ? await findUnhashed(database) : []
        agents = [...new Set([...found, ...agents])]
        const { made, left, needsParents } = await hashAll(database, agents, () => isClosed)
        // What a search finds and cannot be hashed was changed by hand: it stays without hashes.
        isSearchDue = found.length > 0 ? made > 0 : needsParents && !isSearchDue
        agents = left
      }
      isFailing = false
    } catch (error) {
      for (const id of agents) waiting.add(id)
      if (!isFailing) logger.warn('The hashes of events could not be made; trying again', { error: String(error) })
      isFailing = true
    }
  }
  const search = setTimeout(() => {
    isSearchDue = true
    if (running === null) schedule(0)
  }, SEARCH_MS).unref()
  return {
    recorded(agentIds) {
      for (const id of agentIds) waiting.add(id)
      if (waiting.size > 0 && !isFailing) scheduleQuiet()
    },
    async flush() {
      await running
      if (waiting.size === 0 || isFailing || isClosed) return
      if (timer !== null) clearTimeout(timer)
      if (running === null) start()
      await running
    },
    async close() {
      isClosed = true
      clearTimeout(search)
      if (timer !== null) clearTimeout(timer)
      await running
      if (waiting.size > 0 && !isFailing) await hashAll(database, [...waiting], () => isClosed).catch(() => undefined)
    },
  }
}

/** Makes the next hashes of these agents, and after `isClosed` only of the first ones. `left` are those with more events. */
async function hashAll(database: Database, agents: readonly AgentId[], isClosed: () => boolean) {
  const rows: Made[] = []
  for (const batch of batches(agents, AGENTS)) {
    if (isClosed() && rows.length > 0) break
    rows.push(...(await hashEvents(database, batch)))
  }
  return {
    made: rows.reduce((sum, { made }) => sum + (made ?? 0), 0),
    left: rows.flatMap(({ agent, made }) => (made === EVENTS_PER_AGENT ? [agent] : [])),
    needsParents: rows.some(({ made }) => made === null),
  }
}

/** Makes the next hashes of these agents, in this order. Null: those of an agent above come first. */
async function hashEvents(database: Database, agentIds: readonly AgentId[]): Promise<readonly Made[]> {
  const rows = await database.execute(sql`
    with locked as materialized (select pg_advisory_xact_lock(${HASHING_LOCK}))
    select id as agent, hash_events(id, ${EVENTS_PER_AGENT}) as made
    from (select count(*) from locked) as first, (
      select id from unnest(${`{${agentIds.join(',')}}`}::uuid[]) with ordinality as wanted(id, place) order by place
    ) as ordered`)
  return madeSchema.parse([...rows])
}

/** Returns agents with events without hashes, parents first. */
async function findUnhashed(database: Database): Promise<readonly AgentId[]> {
  const rows = await database.execute(sql`
    with recursive tree as (
      select uuid, 0 as depth from agents where parent_uuid is null
      union all select child.uuid, depth + 1 from tree join agents as child on child.parent_uuid = tree.uuid)
    select uuid as agent from tree where exists (
      select from messages where agent_uuid = uuid and id > coalesce(
        (select event_id from event_hashes as hashes where hashes.agent_uuid = uuid order by seq desc limit 1), 0))
    order by depth, uuid limit ${FOUND}`)
  return foundSchema.parse([...rows]).map(({ agent }) => agent)
}
