import { sql } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'

import type { Sql } from 'postgres'
import { type HomeId, leftToHome } from '../../../shared/home.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import type { TurnLeases } from '../../core/ports/log-ports.ts'
import { AGENT_TURN_SEED } from './advisory-locks.ts'
import { unescapeText } from './lossless-text.ts'
import { refusedCommit, toResult } from './storage-error.ts'
import { run } from './statements.ts'

/**
 * Advisory locks of one connection, one per agent. PostgreSQL lets a session take a lock twice, so this class also
 * tracks the locks in the process: `turn` is a running turn of ours, `recovery` a crashed turn that is being settled.
 * Both may hold the same lock (the engine that recovers an agent may run its next turn), and it is released with the
 * last of them.
 *
 * A lost connection loses the locks. They are acquired again as soon as it is back. If another engine has acquired one
 * first, our turn still ends (the database serialises its commits with the other engine's), and the log says so.
 */
export interface AgentLocks extends TurnLeases {
  /**
   * Acquires, for recovery, the locks of those agents that no other engine holds and that are not claimed yet; returns
   * these agents.
   */
  acquireForRecovery(agentIds: readonly AgentId[]): Promise<readonly AgentId[]>
  releaseForRecovery(agentId: AgentId): Promise<void>
  reacquireAll(): Promise<void>
}

type Purpose = 'turn' | 'recovery'

/** `acquire` retries: an engine that recovers a turn publishes its end shortly before it releases the lock. */
const HANDOVER_TRIES = 5
const HANDOVER_PAUSE_MS = 100

interface Hold {
  readonly purposes: Set<Purpose>
  readonly taken: Promise<boolean>
}

function refuseElsewhere(row: Record<string, unknown> | undefined): void {
  const label = row?.['label']
  if (typeof label === 'string') throw refusedCommit(leftToHome(unescapeText(label)))
}

const ofAnotherHome = (agentId: AgentId, home: HomeId) => sql`
  select coalesce(homes.label, agents.home::text) as label from agents left join homes on homes.id = agents.home
  where agents.uuid = right(${agentId}, 36)::uuid and agents.home <> ${home}`

export function createAgentLocks(client: Sql, home: HomeId, logger: Logger): AgentLocks {
  const held = new Map<AgentId, Hold>()

  const take = async (agentId: AgentId): Promise<boolean> => {
    const [row] = await run(
      client,
    )`select pg_try_advisory_lock(hashtextextended(${agentId}, ${AGENT_TURN_SEED})) as taken`
    return row?.['taken'] === true
  }
  /**
   * Every turn, summary and request that keeps a cache warm begins with this statement, which takes nothing for an agent
   * of another home. `agentId` ends with the id of an agent.
   */
  const takeAtHome = async (agentId: AgentId): Promise<boolean> => {
    const [row] = await run(client)`
      select elsewhere.label, case when elsewhere.label is null
        then pg_try_advisory_lock(hashtextextended(${agentId}, ${AGENT_TURN_SEED})) end as taken
      from (select) as one left join (${ofAnotherHome(agentId, home)}) as elsewhere on true`
    refuseElsewhere(row)
    return row?.['taken'] === true
  }
  const acquireWithRetry = async (agentId: AgentId): Promise<boolean> => {
    for (let tries = 1; tries < HANDOVER_TRIES; tries++) {
      if (await takeAtHome(agentId)) return true
      await wait(HANDOVER_PAUSE_MS)
    }
    return takeAtHome(agentId)
  }
  const hold = async (agentId: AgentId, purpose: Purpose): Promise<boolean> => {
    const existing = held.get(agentId)
    if (existing?.purposes.has(purpose)) return false
    // A turn of another home may be settled here after a crash.
    if (existing !== undefined && purpose === 'turn')
      refuseElsewhere((await run(client)`${ofAnotherHome(agentId, home)}`)[0])
    const own = existing ?? {
      purposes: new Set<Purpose>(),
      taken: purpose === 'turn' ? acquireWithRetry(agentId) : take(agentId),
    }
    own.purposes.add(purpose)
    held.set(agentId, own)
    try {
      if (await own.taken) return true
    } catch (error) {
      forget(agentId, own)
      throw error
    }
    forget(agentId, own)
    return false
  }
  const forget = (agentId: AgentId, own: Hold): void => {
    if (held.get(agentId) === own) held.delete(agentId)
  }
  const release = async (agentId: AgentId, purpose: Purpose): Promise<void> => {
    const own = held.get(agentId)
    if (!own?.purposes.delete(purpose) || own.purposes.size > 0) return
    held.delete(agentId)
    // Without a connection the lock is already gone.
    await run(client)`select pg_advisory_unlock(hashtextextended(${agentId}, ${AGENT_TURN_SEED}))`.catch(
      () => undefined,
    )
  }
  return {
    acquire: (agentId) =>
      toResult(async () => {
        if (!(await hold(agentId, 'turn'))) return null
        let released: Promise<void> | null = null
        return { release: () => (released ??= release(agentId, 'turn')) }
      }),
    async acquireForRecovery(agentIds) {
      const claimed: AgentId[] = []
      try {
        for (const agentId of agentIds) if (await hold(agentId, 'recovery')) claimed.push(agentId)
      } catch (error) {
        for (const agentId of claimed) await release(agentId, 'recovery')
        throw error
      }
      return claimed
    },
    releaseForRecovery: (agentId) => release(agentId, 'recovery'),
    async reacquireAll() {
      for (const agentId of held.keys()) {
        if (!(await take(agentId)))
          logger.warn('Another engine took over an agent while the database was away', { agentId })
      }
    },
  }
}
