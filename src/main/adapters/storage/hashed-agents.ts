import type { TransactionSql } from 'postgres'
import { z } from 'zod'

import type { HashedAgent } from '../../../shared/fork-points.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { run } from './statements.ts'

const agentsSchema = z.array(
  z.object({
    id: z.string(),
    parentId: z.string().nullable(),
    forkEventId: z.coerce.number().nullable(),
    firstEventId: z.coerce.number().nullable(),
  }),
)

/** Returns all agents, parents first. Agents that were removed are named by the hashes that are left of them. */
export async function readHashedAgents(client: TransactionSql): Promise<readonly HashedAgent[]> {
  const rows = await run(client)`
    with recursive tree as (
      select uuid, parent_uuid, fork_message_id, 0 as depth from agents where parent_uuid is null
      union all
      select child.uuid, child.parent_uuid, child.fork_message_id, depth + 1
      from tree join agents as child on child.parent_uuid = tree.uuid
    ), beginnings as (
      select agent_uuid, min(event_id) as event_id from event_hashes group by agent_uuid
    )
    select coalesce(uuid, agent_uuid) as id, parent_uuid as "parentId", fork_message_id as "forkEventId",
      event_id as "firstEventId"
    from tree full join beginnings on agent_uuid = uuid order by depth, 1`
  return agentsSchema.parse([...rows])
}

/** Returns the agent whose id begins so, with those above it; the root first. */
export function lineageOf(agents: readonly HashedAgent[], prefix: string): Result<readonly HashedAgent[]> {
  const found = agents.filter(({ id }) => id.startsWith(prefix.toLowerCase()))
  const [own] = found
  if (own === undefined) return refuse(`No file and no agent: ${prefix}. \`ikigai agents\` lists the agents.`)
  if (found.length > 1) return refuse(`'${prefix}' is not unique: ${found.map(({ id }) => id).join(', ')}`)
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const lineage = new Set<HashedAgent>()
  for (let agent: HashedAgent | undefined = own; agent !== undefined && !lineage.has(agent);) {
    lineage.add(agent)
    agent = byId.get(agent.parentId ?? '')
  }
  return ok([...lineage].toReversed())
}
