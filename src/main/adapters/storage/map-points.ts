import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'

import { ARRIVALS } from '../../../shared/agent-map.ts'
import { exactTime } from '../../../shared/exact-time.ts'
import type { FoundMapPoints, MapPointOptions } from '../../core/ports/search-ports.ts'
import type { Database } from './database-clients.ts'
import { decodeJson, unescapeText } from './lossless-text.ts'

/** Ids of one read. No index covers the kinds: a log with few prompts would otherwise be read as a whole. */
const IDS_PER_READ = 50_000
/** Of the text of a point, characters in the database; escapes take more of them than what they stand for. */
const STORED_TEXT = 1_000
/** Of the data of a point, characters: the sources of longer data are not shown. */
const STORED_DATA = 100_000

/** Reads what arrived at agents, newest first, and at most so many events as one read has ids. */
export async function readMapPoints(
  database: Database,
  { agentIds, beforeId, afterId, limit }: MapPointOptions,
  idsPerRead = IDS_PER_READ,
): Promise<FoundMapPoints> {
  const [ends] = endsSchema.parse(await database.execute(ENDS))
  const { first, last } = ends ?? { first: 0, last: 0 }
  const to = Math.min(beforeId, last + 1)
  const from = Math.max(first, afterId + 1, to - idsPerRead)
  const rows = rowsSchema.parse(await database.execute(pointsStatement({ agentIds, from, to, limit })))
  return { points: rows, readFrom: from > Math.max(first, afterId + 1) ? from : 0 }
}

const ENDS = sql`select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from messages`
const endsSchema = z.array(z.object({ first: z.coerce.number(), last: z.coerce.number() }))

interface ReadRange {
  readonly agentIds: readonly string[] | null
  readonly from: number
  readonly to: number
  readonly limit: number
}

/**
 * A redacted event has neither text nor sources. The data are read as text: the database's own functions fail on JSON that
 * another program wrote, and one row would take the map away.
 */
function pointsStatement({ agentIds, from, to, limit }: ReadRange): SQL {
  const ofAgents = agentIds === null ? sql`` : sql`and agent_uuid = any(${`{${agentIds.join(',')}}`}::uuid[])`
  return sql`
    select id as "eventId", agent_uuid as "agentId", created_at::text as at,
      kind, left(content, ${STORED_TEXT}::int) as text,
      case when kind <> 'user' and length(data::text) <= ${STORED_DATA}::int then data::text end as from
    from messages
    where id >= ${from} and id < ${to} and kind in ${Object.keys(ARRIVALS)} ${ofAgents}
    order by id desc limit ${limit}`
}

const arrival = z.custom<keyof typeof ARRIVALS>((kind) => typeof kind === 'string' && Object.hasOwn(ARRIVALS, kind))
const sourcesSchema = z.union([
  z.object({ from: z.string() }).transform(({ from }) => [from]),
  z
    .object({ sources: z.array(z.object({ agent: z.string() })) })
    .transform(({ sources }) => sources.map(({ agent }) => agent)),
])

/** Returns the agents that mail or a merge came from; none if another program has written something else. */
function sourcesIn(data: string | null): readonly string[] {
  if (data === null) return []
  try {
    return sourcesSchema.safeParse(decodeJson(data)).data ?? []
  } catch {
    return []
  }
}

const rowsSchema = z.array(
  z.object({
    eventId: z.coerce.number(),
    agentId: z.string(),
    at: z.string().transform(exactTime),
    kind: arrival.transform((kind) => ARRIVALS[kind]),
    text: z
      .string()
      .nullable()
      .transform((text) => unescapeText(text ?? '')),
    from: z
      .string()
      .nullable()
      .transform((data) => sourcesIn(data)),
  }),
)
