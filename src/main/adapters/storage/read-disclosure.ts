import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

import type { DisclosedAgent, DisclosureRow } from '../../../shared/disclosure.ts'
import { chainBeginning } from '../../../shared/event-hash.ts'
import type { Sha256 } from '../../../shared/export-chains.ts'
import { forkSource, type HashedAgent } from '../../../shared/fork-points.ts'
import { type IdRanges, rangesOfIds, rangesText } from '../../../shared/id-ranges.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentHead } from '../../../shared/signed-head.ts'
import { lineageOf, readHashedAgents } from './hashed-agents.ts'
import { toResult } from './storage-error.ts'
import { run } from './statements.ts'

const foundSchema = z.array(
  z.object({ id: z.coerce.number(), seq: z.coerce.number().nullable(), isEmpty: z.boolean() }),
)
const placesSchema = z.array(z.object({ seq: z.coerce.number(), chain: z.string() }))
const rowsSchema = z.array(
  z.object({
    seq: z.coerce.number(),
    leaf: z.string(),
    chain: z.string(),
    salts: z.string().nullable(),
    contentHash: z.string().nullable(),
    dataHash: z.string().nullable(),
    id: z.coerce.number().nullable(),
    session: z.coerce.number(),
    turn: z.string().nullable(),
    kind: z.string().nullable(),
    content: z.string().nullable(),
    data: z.string().nullable(),
    at: z.coerce.number(),
  }),
)

interface Chosen {
  readonly agent: HashedAgent
  /** Of the first chosen event. */
  readonly seq: number
  readonly ids: readonly number[]
}

export interface ReadDisclosure {
  readonly ids: readonly number[]
  readonly rows: readonly DisclosureRow[]
  /** Chosen events that are left out: they were redacted, and there is no hash of what they had. */
  readonly redacted: number
}

interface DisclosureWishes {
  /** The begin of the agent's id. */
  readonly agent: string
  readonly events: IdRanges
  /** The signed head to which the rows lead. */
  readonly heads: readonly AgentHead[]
  readonly sha256: Sha256
}

/** Reads some events of an agent's conversation with their salts, and of the others between them and the signed head the hashes. */
export async function readDisclosure(client: Sql, wishes: DisclosureWishes): Promise<Result<ReadDisclosure>> {
  const read = await toResult(() =>
    client.begin('isolation level repeatable read read only', async (transaction): Promise<Result<ReadDisclosure>> => {
      const agents = await readHashedAgents(transaction)
      const lineage = lineageOf(agents, wishes.agent)
      if (!lineage.ok) return lineage
      const found = await findChosen(transaction, lineage.value, wishes)
      if (!found.ok) return found
      const { chosen, redacted } = found.value
      const rows: DisclosureRow[] = []
      for (const agent of neededAgents(lineage.value, chosen)) {
        rows.push(...(await agentRows(transaction, agent, { chosen, isFirst: rows.length === 0, ...wishes, agents })))
      }
      return ok({ ids: chosen.flatMap(({ ids }) => ids).toSorted((a, b) => a - b), rows, redacted })
    }),
  )
  return read.ok ? read.value : read
}

/** Finds the chosen events among those of the agent and those that it inherits. */
async function findChosen(
  client: TransactionSql,
  lineage: readonly HashedAgent[],
  { events, heads }: DisclosureWishes,
): Promise<Result<{ readonly chosen: readonly Chosen[]; readonly redacted: number }>> {
  const chosen: Chosen[] = []
  const uncovered: number[] = []
  let [redacted, upTo] = [0, Number.MAX_SAFE_INTEGER]
  for (const agent of lineage.toReversed()) {
    const rows = await run(client)`
      select id, seq, salts is null and content_hash is null and data_hash is null as "isEmpty" from messages left join event_hashes on event_id = id
      where messages.agent_uuid = ${agent.id} and id <= ${upTo}
        and id <@ ${`{${events.map(([first, last]) => `[${first},${last}]`).join(',')}}`}::int8multirange
      order by id`
    const found = foundSchema.parse([...rows])
    const signed = heads.find((head) => head.agent === agent.id)?.events ?? 0
    uncovered.push(...found.flatMap(({ id, seq }) => (seq === null || seq > signed ? [id] : [])))
    redacted += found.filter(({ seq, isEmpty }) => seq !== null && isEmpty).length
    const open = found.filter(({ isEmpty }) => !isEmpty)
    const [first] = open
    if (first !== undefined) chosen.unshift({ agent, seq: first.seq ?? 1, ids: open.map(({ id }) => id) })
    upTo = Math.min(upTo, agent.forkEventId ?? 0)
  }
  if (uncovered.length > 0) {
    const ids = rangesText(rangesOfIds(uncovered))
    return refuse(`The signed head does not cover these events yet: ${ids}. Sign it with \`ikigai verify --sign\`.`)
  }
  if (chosen.length === 0) return refuse(`No events of this conversation with content: ${rangesText(events)}`)
  return ok({ chosen, redacted })
}

/** The agents with chosen events, and those between them, through which they are forked from each other; parents first. */
function neededAgents(lineage: readonly HashedAgent[], chosen: readonly Chosen[]): readonly HashedAgent[] {
  const byId = new Map(lineage.map((agent) => [agent.id, agent]))
  const [first] = chosen
  const needed = new Set<HashedAgent>()
  for (const { agent } of chosen) {
    for (let one: HashedAgent | undefined = agent; one !== undefined && !needed.has(one);) {
      needed.add(one)
      one = one === first?.agent ? undefined : byId.get(forkSource(one, byId)?.source ?? '')
    }
  }
  return lineage.filter((agent) => needed.has(agent))
}

interface RowsWishes extends DisclosureWishes {
  readonly chosen: readonly Chosen[]
  readonly agents: readonly HashedAgent[]
}

/** The rows of one agent, from its first event or, of the first agent, its first chosen one, to its signed end. */
async function agentRows(
  client: TransactionSql,
  agent: HashedAgent,
  { chosen, isFirst, heads, agents, sha256 }: Omit<RowsWishes, 'agent'> & { readonly isFirst: boolean },
): Promise<readonly DisclosureRow[]> {
  const own = chosen.find((each) => each.agent === agent)
  const from = isFirst ? (own?.seq ?? 1) : 1
  const end = heads.find((head) => head.agent === agent.id)?.events ?? 0
  const rows = await run(client)`
    select seq, encode(leaf, 'hex') as leaf, encode(chain, 'hex') as chain, encode(salts, 'hex') as salts,
      encode(content_hash, 'hex') as "contentHash", encode(data_hash, 'hex') as "dataHash", id,
      coalesce(session_id, 0) as session, turn_id as turn, kind, content, data::text as data,
      coalesce((extract(epoch from created_at) * 1000000)::bigint, 0) as at
    from event_hashes as hashes
    left join messages on id = event_id and id = any(${`{${(own?.ids ?? []).join(',')}}`}::bigint[])
    where hashes.agent_uuid = ${agent.id} and seq between ${from - 1} and ${end} order by seq`
  const parsed = rowsSchema.parse([...rows])
  const before = parsed.find(({ seq }) => seq === from - 1)
  const beginning = await beginningOf(client, agent, agents, sha256)
  const head: DisclosedAgent = {
    agent: agent.id,
    from,
    previous: before?.chain ?? beginning.previous,
    forkedAt: isFirst ? null : beginning.forkedAt,
  }
  return [head, ...parsed.filter(({ seq }) => seq >= from).map(toRow)]
}

function toRow({ seq, id, session, turn, kind, at, leaf, chain, ...texts }: StoredRow): DisclosureRow {
  if (id === null || kind === null) return { leaf }
  const { content, data, salts, contentHash, dataHash } = texts
  const row = { seq, id, session, turn, kind, at, leaf, chain }
  return salts === null ? { ...row, contentHash, dataHash } : { ...row, content, data, salts }
}

type StoredRow = z.infer<typeof rowsSchema>[number]

/** What precedes an agent's first event, and the place of the event at which it was forked; null: it is a root. */
async function beginningOf(
  client: TransactionSql,
  agent: HashedAgent,
  agents: readonly HashedAgent[],
  sha256: Sha256,
): Promise<{ readonly previous: string; readonly forkedAt: DisclosedAgent['forkedAt'] }> {
  const fork = forkSource(agent, new Map(agents.map((each) => [each.id, each])))
  if (fork === null) return { previous: chainBeginning(sha256, agent.id, null), forkedAt: null }
  const rows = await run(client)`
    select seq, encode(chain, 'hex') as chain from event_hashes
    where agent_uuid = ${fork.source} and event_id <= ${fork.upTo} order by seq desc limit 1`
  const [place] = placesSchema.parse([...rows])
  if (place === undefined) throw new Error('An event at which an agent was forked has no hash.')
  return {
    previous: chainBeginning(sha256, agent.id, place.chain),
    forkedAt: { agent: fork.source, seq: place.seq },
  }
}
