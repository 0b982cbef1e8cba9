import { sql } from 'drizzle-orm'
import { z } from 'zod'

import type { AgentId } from '../../../shared/ids.ts'
import { type AgentWork, STANDING_KINDS, type StandingRow } from '../../../shared/standing.ts'
import type { Database } from './database-clients.ts'
import { unescapeText } from './lossless-text.ts'

const text = z.string().transform(unescapeText)

const rowsSchema = z.array(
  z.object({
    kind: z.enum(STANDING_KINDS),
    value: text,
    provider: text.nullable(),
    model: text,
    thinking_level: z.string().nullable(),
    cases: z.coerce.number(),
    won: z.coerce.number(),
    rate: z.coerce.number(),
    low: z.coerce.number(),
    high: z.coerce.number(),
    mean_cost_usd: z.coerce.number().nullable(),
    median_response_ms: z.coerce.number().nullable(),
  }),
)

/** Reads the view `standing`: by kind of work, the best model of each first. */
export async function readStanding(database: Database): Promise<readonly StandingRow[]> {
  const rows = rowsSchema.parse(
    await database.execute(sql`select * from standing order by kind, value, rate desc, cases desc, model`),
  )
  const sorted = rows.toSorted((a, b) => STANDING_KINDS.indexOf(a.kind) - STANDING_KINDS.indexOf(b.kind))
  return sorted.map(
    ({
      provider,
      thinking_level: level,
      mean_cost_usd: meanCostUsd,
      median_response_ms: medianResponseMs,
      ...row
    }) => ({
      ...row,
      provider: provider ?? '',
      thinkingLevel: level ?? '',
      meanCostUsd,
      medianResponseMs,
    }),
  )
}

const known = text.nullable().transform((value) => value ?? undefined)

const workSchema = z.array(z.object({ folder: known, file_type: known, tools: known, length: known }))

/** Reads the kind of an agent's work, as the view `outcomes` tells it. Without an answer only the folder is known. */
export async function readAgentWork(database: Database, agentId: AgentId): Promise<AgentWork> {
  const [row] = workSchema.parse(
    await database.execute(sql`
      select folder, file_type, case when length is not null then tools end as tools, length
      from agents as agent cross join lateral worked_on(agent.uuid, agent.root_uuid)
      where agent.uuid = ${agentId}`),
  )
  return row ?? {}
}
