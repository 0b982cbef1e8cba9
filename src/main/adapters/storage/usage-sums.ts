import { and, gte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { HomeId } from '../../../shared/home.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { DayCost, LimitPeriod } from '../../core/ports/search-ports.ts'

import type { UsageStore, UsageSumsRequest } from '../../core/ports/usage-ports.ts'
import type { ModelName } from '../../../shared/agent-summary.ts'
import type { Database } from './database-clients.ts'
import { escapeText, unescapeText } from './lossless-text.ts'
import { responses } from './schema/usage.ts'
import { readAgentWork, readStanding } from './standing.ts'
import { toResult } from './storage-error.ts'

const rowsSchema = z.array(
  z.object({
    key: z.string().nullable(),
    responses: z.coerce.number(),
    unreported: z.coerce.number(),
    input: z.coerce.number(),
    cached: z.coerce.number(),
    cache_writes: z.coerce.number(),
    output: z.coerce.number(),
    thinking: z.coerce.number(),
    usd: z.coerce.number(),
    unpriced: z.coerce.number(),
    partial: z.coerce.number(),
    missed: z.coerce.number(),
    missed_usd: z.coerce.number(),
  }),
)

/** Sums over the table `responses`. */
export function createUsageStore(database: Database): UsageStore {
  return {
    sums: (request) =>
      toResult(async () => {
        const rows = rowsSchema.parse(
          await database.transaction(async (transaction) => {
            // Days are those of the session's time zone, because naming a zone in the expression takes half a second
            // per million rows.
            await transaction.execute(sql`select set_config('TimeZone', ${request.timeZone}, true)`)
            return transaction.execute(sumsStatement(request))
          }),
        )
        return rows.map(
          ({ key, cache_writes: cacheWrites, missed_usd: missedUsd, usd, unpriced, partial, ...figures }) => ({
            ...figures,
            key: unescapeText(key ?? ''),
            cacheWrites,
            missedUsd,
            cost: { usd, unpriced, partial },
          }),
        )
      }),
    recentOutput: (of) =>
      toResult(async () => {
        const [row] = averageSchema.parse(await database.execute(recentOutputStatement(of)))
        return row?.average ?? null
      }),
    recentAgents: (of, limit) =>
      toResult(async () => {
        const rows = agentsSchema.parse(await database.execute(recentAgentsStatement(of, limit)))
        return rows.map((row) => row.agent_uuid)
      }),
    standing: () => toResult(() => readStanding(database)),
    workOf: (agentId) => toResult(() => readAgentWork(database, agentId)),
  }
}

const averageSchema = z.array(z.object({ average: z.coerce.number().nullable() }))
const agentsSchema = z.array(z.object({ agent_uuid: z.string() }))

/** Reads the newest responses only, so that a long log costs no more than a short one. */
function recentResponses({ provider, model }: ModelName): SQL {
  return sql`
    (select * from (select * from responses order by event_id desc limit 5000) as newest
      where kind = 'assistant' and provider = ${escapeText(provider)} and requested_model = ${escapeText(model)}
    ) as recent`
}

function recentOutputStatement(of: ModelName): SQL {
  return sql`
    select avg(output_tokens) as average from (
      select output_tokens from ${recentResponses(of)} where output_tokens > 0 order by event_id desc limit 5
    ) as last`
}

function recentAgentsStatement(of: ModelName, limit: number): SQL {
  return sql`
    select agent_uuid from ${recentResponses(of)} group by agent_uuid order by max(event_id) desc limit ${limit}`
}

/** Sums by keys. The time zone is that of the session. */
export function sumsStatement(request: UsageSumsRequest): SQL {
  return sql`
    select ${KEYS[request.by].key} as key,
      count(*) as responses,
      count(*) filter (where total_tokens is null) as unreported,
      coalesce(sum(input_tokens), 0) as input,
      coalesce(sum(cached_tokens), 0) as cached,
      coalesce(sum(cache_write_5m + cache_write_30m + cache_write_1h + cache_write_12h + cache_write_unknown), 0)
        as cache_writes,
      coalesce(sum(output_tokens), 0) as output,
      coalesce(sum(thinking_tokens), 0) as thinking,
      coalesce(sum(cost_usd), 0) as usd,
      count(*) filter (where cost_usd is null and total_tokens is not null) as unpriced,
      count(*) filter (where is_lower_bound) as partial,
      coalesce(sum(missed_tokens), 0) as missed,
      coalesce(sum(missed_usd), 0) as missed_usd
    from ${request.by === 'day' ? WITH_DAYS : sql`responses`}
    where ${conditions(request)}
    group by ${KEYS[request.by].columns}`
}

/**
 * Of an expression, PostgreSQL expects as many groups as there are rows, and sorts all rows on disk. The second query,
 * which it leaves out of its plan, hides the expression from that estimate: the rows are summed in memory, by several
 * processes.
 */
const WITH_DAYS = sql`(
  select *, created_at::date as day from responses
  union all select *, null from responses where false
) as dated`

const MODEL = sql`concat_ws('/', provider, model)`

/** The columns to group by, and the key made of them: of each group, because a text for each row would take seconds. */
const KEYS: Readonly<Record<UsageSumsRequest['by'], { readonly columns: SQL; readonly key: SQL }>> = {
  day: { columns: sql`day`, key: sql`day::text` },
  model: { columns: sql`provider, model`, key: sql`concat_ws('/', provider, model)` },
  agent: { columns: sql`agent_uuid`, key: sql`agent_uuid::text` },
  kind: { columns: sql`kind, agent_uuid`, key: sql`concat_ws('/', kind, agent_uuid)` },
  pool: { columns: sql`pool`, key: sql`pool` },
  cause: { columns: sql`miss_cause`, key: sql`miss_cause` },
}

function conditions({ from, to, agentIds, kinds, model, provider, pool, cause }: UsageSumsRequest): SQL {
  const all = [
    sql`true`,
    ...(from === null ? [] : [sql`created_at >= ${from}::date`]),
    ...(to === null ? [] : [sql`created_at < ${to}::date + 1`]),
    ...(agentIds === null ? [] : [sql`agent_uuid = any(${`{${agentIds.join(',')}}`}::uuid[])`]),
    ...(kinds === null ? [] : [sql`kind = any(${`{${kinds.join(',')}}`}::text[])`]),
    ...(model === null ? [] : [sql`${MODEL} = ${escapeText(model)}`]),
    ...(provider === null ? [] : [isOfProvider(provider)]),
    ...(pool === null ? [] : [sql`coalesce(pool, '') = ${escapeText(pool)}`]),
    ...(cause === null ? [] : [sql`coalesce(miss_cause, '') = ${escapeText(cause)}`]),
  ]
  return sql.join(all, sql` and `)
}

/** `server`: a provider, or `endpoint/NAME`, whose models begin with `NAME/`. */
function isOfProvider(server: string): SQL {
  const [provider = '', name] = server.split('/', 2)
  const isProvider = sql`coalesce(provider, '') = ${escapeText(provider)}`
  return name === undefined ? isProvider : sql`${isProvider} and starts_with(model, ${escapeText(`${name}/`)})`
}

const ZERO = { usd: 0, unpriced: 0, partial: 0 }

/**
 * Returns what all responses that engines of a home have recorded in the current day or month cost, by this machine's
 * time zone. `now`: ms since the epoch.
 */
export async function costIn(
  database: Database,
  home: HomeId,
  { period, now }: { readonly period: LimitPeriod; readonly now: number },
): Promise<Result<DayCost>> {
  const first = new Date(now)
  first.setHours(0, 0, 0, 0)
  if (period === 'month') first.setDate(1)
  const found = await toResult(() =>
    database
      .select({
        usd: sql`coalesce(sum(${responses.costUsd}), 0)`.mapWith(Number),
        unpriced: sql`count(*) filter (where ${responses.costUsd} is null)`.mapWith(Number),
        partial: sql`count(*) filter (where ${responses.isLowerBound})`.mapWith(Number),
      })
      .from(responses)
      .where(
        and(
          gte(responses.createdAt, first),
          sql`exists (select from messages join sessions on sessions.id = messages.session_id
            where messages.id = ${responses.eventId} and sessions.home = ${home})`,
        ),
      ),
  )
  return found.ok ? ok({ day: localDate(first), cost: found.value[0] ?? ZERO }) : found
}

function localDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
