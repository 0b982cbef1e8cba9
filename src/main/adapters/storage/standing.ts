import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { STANDING_KINDS, type StandingRow } from '../../../shared/standing.ts'
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
