import { randomUUID } from 'node:crypto'

import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { sumsStatement } from '../../../src/main/adapters/storage/usage-sums.ts'
import type { UsageSumsRequest } from '../../../src/main/core/ports/usage-ports.ts'
import { valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const AGENTS = [randomUUID(), randomUUID()]
const ALL: UsageSumsRequest = {
  by: 'day',
  from: null,
  to: null,
  timeZone: 'UTC',
  agentIds: null,
  kinds: null,
  model: null,
  pool: null,
  provider: null,
  cause: null,
}

beforeAll(async () => {
  // Three rows an hour around the days on which the clocks of the zones below were changed.
  await shared.client`
    insert into responses (event_id, agent_uuid, root_uuid, created_at, kind, provider, model, pool, input_tokens,
      cached_tokens, cache_write_5m, cache_write_30m, cache_write_1h, cache_write_12h, cache_write_unknown,
      output_tokens, thinking_tokens, total_tokens, cost_usd, is_lower_bound,
      miss_cause, missed_tokens, missed_usd)
    select n, (${AGENTS}::uuid[])[1 + n % 2], (${AGENTS}::uuid[])[1], at,
      case when n % 9 = 0 then 'summary' else 'assistant' end, 'provider ' || n % 2,
      case when n % 5 > 0 then 'model ' || n % 3 end, case when n % 3 = 0 then 'pool ' || n % 2 end, n, n % 11,
      case when n % 2 = 0 then n end, 1, 2, 3, 4, n % 13, n % 3, case when n % 7 > 0 then n end,
      case when n % 4 > 0 then n / 1024.0 end, n % 6 = 0,
      case when n % 5 = 0 then 'tools' when n % 8 = 0 then 'expired' end, case when n % 5 = 0 then n end,
      case when n % 10 = 0 then n / 2048.0 end
    from (select at, row_number() over () as n from
      unnest(array['1972-01-05', '2006-10-28', '2011-12-28', '2018-11-02', '2026-10-23']::timestamptz[]) as first,
      generate_series(first, first + interval '4 days', interval '1181 seconds') as at) as times`
  await shared.client`analyze responses`
})

const rowSchema = z.object({
  key: z.string(),
  input: z.coerce.number(),
  cached: z.coerce.number(),
  written: z.coerce.number().nullable(),
  output: z.coerce.number(),
  thinking: z.coerce.number(),
  total: z.coerce.number().nullable(),
  cost: z.number().nullable(),
  partial: z.boolean(),
  missed: z.coerce.number(),
  missedUsd: z.coerce.number(),
})

/** The rows of a request, each with its key, by expressions that name the time zone. */
async function plainRows({ by, from, to, timeZone, agentIds, kinds, provider, pool, cause }: UsageSumsRequest) {
  const zone = timeZone
  const rows = await shared.client`
    select case ${by} when 'day' then (created_at at time zone ${zone})::date::text
        when 'model' then concat_ws('/', provider, model) when 'agent' then agent_uuid::text
        when 'cause' then coalesce(miss_cause, '') when 'kind' then kind || '/' || agent_uuid else coalesce(pool, '') end as key,
      input_tokens as input, cached_tokens as cached, output_tokens as output, thinking_tokens as thinking,
      cache_write_5m + cache_write_30m + cache_write_1h + cache_write_12h + cache_write_unknown as written,
      missed_tokens as missed, missed_usd as "missedUsd", total_tokens as total, cost_usd as cost, is_lower_bound as partial
    from responses
    where (${from}::text is null or created_at >= ${from}::text::timestamp at time zone ${zone})
      and (${to}::text is null or created_at < (${to}::text::date + 1)::timestamp at time zone ${zone})
      and (${agentIds === null} or agent_uuid = any(${[...(agentIds ?? [])]}::uuid[]))
      and (${kinds === null} or kind = any(${[...(kinds ?? [])]}::text[]))
      and (${provider}::text is null or coalesce(provider, '') = ${provider}::text)
      and (${cause}::text is null or coalesce(miss_cause, '') = ${cause}::text)
      and (${pool}::text is null or coalesce(pool, '') = ${pool}::text)`
  return z.array(rowSchema).parse([...rows])
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

async function plainSums(request: UsageSumsRequest) {
  const groups = Map.groupBy(await plainRows(request), ({ key }) => key)
  return [...groups].map(([key, rows]) => ({
    key,
    responses: rows.length,
    unreported: rows.filter(({ total }) => total === null).length,
    input: sumOf(rows.map(({ input }) => input)),
    cached: sumOf(rows.map(({ cached }) => cached)),
    cacheWrites: sumOf(rows.map(({ written }) => written)),
    output: sumOf(rows.map(({ output }) => output)),
    thinking: sumOf(rows.map(({ thinking }) => thinking)),
    cost: {
      usd: sumOf(rows.map(({ cost }) => cost)),
      unpriced: rows.filter(({ cost, total }) => cost === null && total !== null).length,
      partial: rows.filter(({ partial }) => partial).length,
    },
    missed: sumOf(rows.map(({ missed }) => missed)),
    missedUsd: sumOf(rows.map(({ missedUsd }) => missedUsd)),
  }))
}

const DAY = fc.constantFrom(null, '1972-01-07', '2006-10-29', '2011-12-30', '2018-11-04', '2026-10-25')

it('equals the sum of the single rows, in every time zone and with every limit', async () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'America/Sao_Paulo', 'Africa/Monrovia']
  const requests = fc.record({
    by: fc.constantFrom<UsageSumsRequest['by']>('day', 'day', 'model', 'agent', 'kind', 'pool', 'cause'),
    from: DAY,
    to: DAY,
    timeZone: fc.constantFrom(...zones, 'Asia/Kathmandu', 'America/New_York'),
    agentIds: fc.constantFrom(null, [], AGENTS.slice(1)),
    kinds: fc.constantFrom(null, ['summary'], ['assistant', 'interrupted']),
    model: fc.constant(null),
    provider: fc.constantFrom(null, '', 'provider 1'),
    pool: fc.constantFrom(null, '', 'pool 1'),
    cause: fc.constantFrom(null, '', 'tools'),
  })
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const sums = valueOf(await shared.storage.usage.sums(request))
      expect(sums.toSorted(byKey)).toEqual((await plainSums(request)).toSorted(byKey))
    }),
    { numRuns: 60 },
  )
})

it('counts days in the time zone of each request when several run at once', async () => {
  const zones = ['UTC', 'Pacific/Apia', 'America/New_York', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns']
  const countsIn = async (timeZone: string) =>
    valueOf(await shared.storage.usage.sums({ ...ALL, timeZone, to: '2006-10-29' })).map(({ responses }) => responses)
  const alone: number[][] = []
  for (const zone of zones) alone.push(await countsIn(zone))
  expect(await Promise.all(zones.map(countsIn))).toEqual(alone)
  expect(new Set(alone.map(String)).size).toBe(zones.length)
})

const explained = async (query: string, parameters: (string | number)[] = []) =>
  (await shared.client.unsafe(`explain ${query}`, parameters)).map((row) => String(row['QUERY PLAN'])).join('\n')

it('sums days in memory: the database does not expect a group for each row', async () => {
  const { sql, params } = new PgDialect().sqlToQuery(sumsStatement(ALL))
  expect(params).toEqual([])
  const plan = await explained(sql)
  expect(plan).toMatch(/^HashAggregate/)
  expect(Number(/rows=(\d+)/.exec(plan)?.[1])).toBeLessThanOrEqual(200)
})

it('reads no agents for a question to the view that names none', async () => {
  const byModel = await explained('select model, sum(cost_usd) from usage_by_response group by model')
  expect(byModel).not.toContain('agents')
  expect(await explained('select agent_name from usage_by_response')).toContain('agents')
})

it('sums the whole log by model from an index alone', async () => {
  const question = `select provider, model, count(*), sum(cost_usd), sum(cached_tokens), sum(input_tokens),
    count(*) filter (where cost_usd is null and total_tokens is not null)
    from usage_by_response group by provider, model`
  // The few rows of this test are read faster without an index.
  const plan = await shared.client.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    return sql.unsafe(`explain ${question}`)
  })
  expect(plan.map((row) => String(row['QUERY PLAN'])).join('\n')).toContain('Index Only Scan using responses_models')
})
