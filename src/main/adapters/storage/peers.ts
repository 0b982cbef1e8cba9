import type { Sql } from 'postgres'
import { z } from 'zod'
import type { HomeId } from '../../../shared/home.ts'
import type { Peers, PeerMessage } from '../../core/ports/peer-ports.ts'
import { AGENT_TURN_SEED, STAYING_LOCK } from './advisory-locks.ts'
import { toResult } from './storage-error.ts'
import { statement, run } from './statements.ts'

const CHANNEL = 'ikigai_peers'

const id = z.uuid()
const messageSchema = z.object({
  from: z.number(),
  home: z.string().optional(),
  message: z.discriminatedUnion('type', [
    z.object({ type: z.literal('stop'), agentId: id.nullable() }),
    z.object({ type: z.literal('cancel'), agentId: id }),
    z.object({ type: z.literal('start'), agentId: id }),
  ]),
})

/** The peers, and the lock that makes this engine one of them. */
export interface PeerLink extends Peers {
  /** Takes the lock again after a lost connection. */
  restore(): Promise<void>
}

/**
 * `link` is the connection that holds the advisory locks of this engine. A message is a notification on a channel that
 * every engine listens on. `listener` is the pool, which keeps one connection for all its channels and listens again
 * automatically after a loss.
 */
export async function connectPeers(
  link: Sql,
  listener: Sql,
  { sessionId, home }: { readonly sessionId: number; readonly home: HomeId },
): Promise<PeerLink> {
  const listeners = new Set<(message: PeerMessage) => void>()
  let stays = false

  await listener.listen(CHANNEL, (payload) => {
    const message = parseMessage(payload, { sessionId, home })
    if (message !== null) for (const tell of listeners) tell(message)
  })
  const stay = async (): Promise<null> => {
    await run(link)`select pg_advisory_lock_shared(${STAYING_LOCK}::int, hashtext(${home}))`
    return null
  }
  return {
    runningElsewhere: (agentId) =>
      toResult(async () => {
        const rows = await statement(link, RUNNING_ELSEWHERE, [agentId])
        return rows.map((row) => String(row['agent']))
      }),
    send: (message) =>
      toResult(async () => {
        await run(link)`select pg_notify(${CHANNEL}, ${JSON.stringify({ from: sessionId, home, message })})`
        return null
      }),
    onMessage(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    announceStaying() {
      stays = true
      return toResult(stay)
    },
    isAnyStaying: () =>
      toResult(async () => {
        const rows = await run(link)`
          select from pg_locks where locktype = 'advisory' and classid = ${STAYING_LOCK} and objsubid = 2
          and objid::bigint = (hashtext(${home})::bigint & 4294967295) and granted and pid <> pg_backend_pid()
          and database = (select oid from pg_database where datname = current_database())`
        return rows.length > 0
      }),
    async restore() {
      if (stays) await stay()
    },
  }
}

/**
 * A lease is an advisory lock on a hash of the agent's id (`agent-locks.ts`); pg_locks shows the two halves of that
 * number. The query walks up from the few agents that run, which is shorter than walking down from the given agent.
 */
const RUNNING_ELSEWHERE = `
with recursive held as (
  select agents.uuid, agents.parent_uuid from pg_locks
  join agents on hashtextextended(agents.uuid::text, ${AGENT_TURN_SEED}) = (pg_locks.classid::bigint << 32) | pg_locks.objid::bigint
  where locktype = 'advisory' and objsubid = 1 and granted and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
), lineage as (
  select uuid as agent, uuid, parent_uuid from held
  union all
  select lineage.agent, above.uuid, above.parent_uuid
  from lineage join agents as above on above.uuid = lineage.parent_uuid
  where lineage.uuid is distinct from $1::uuid
)
select distinct agent from lineage where $1::uuid is null or uuid = $1::uuid
`

/**
 * Null: our own message, an unknown one (another version may send others), or one that would have this home run
 * something for another.
 */
function parseMessage(payload: string, own: { readonly sessionId: number; readonly home: HomeId }): PeerMessage | null {
  const parsed = messageSchema.safeParse(jsonOf(payload))
  if (!parsed.success || parsed.data.from === own.sessionId) return null
  const { message, home } = parsed.data
  return message.type === 'start' && home !== own.home ? null : message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
