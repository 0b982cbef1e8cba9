import type { Sql } from 'postgres'

import { USAGE_DIMENSIONS } from '../../src/shared/usage-report.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'

/** How long questions about usage take in a log of a year. `IKIGAI_BENCH_RESPONSES=100000` for a shorter one. */
const RESPONSES = Number(process.env['IKIGAI_BENCH_RESPONSES'] ?? '1000000')
const AGENTS = 1_000
/** Every tenth agent is a root; the others form chains of nine below it. */
const TREE = 10
const CALLS_PER_RESPONSE = 0.2
const ROUNDS = 5
const GOAL = { under: 1_000 }

/** One typical question for each view; docs/sql.md has the same ones. */
const QUESTIONS = {
  'usage_by_response: models of the last 30 days': `
    select provider, model, count(*) as responses, sum(cost_usd) as usd from usage_by_response
    where created_at >= now() - interval '30 days' group by provider, model`,
  'usage_by_response: models of the whole year': `
    select provider, model, count(*) as responses, sum(cost_usd) as usd from usage_by_response group by provider, model`,
  'cost_by_agent: the ten most expensive trees': `
    select agent_name, descendants, subtree_cost_usd from cost_by_agent
    where parent_uuid is null order by subtree_cost_usd desc nulls last limit 10`,
  'adoptions: whose answers are taken': `
    select model, count(*) filter (where is_adopted) as adopted, count(*) as compared from adoptions group by model`,
  'tool_calls: failures of the last 7 days': `
    select tool, count(*) as calls, count(*) filter (where status = 'error') as failed,
      percentile_cont(0.5) within group (order by duration_ms) as median_ms
    from tool_calls where created_at > now() - interval '7 days' group by tool`,
  'tool_calls: calls of one agent': `
    select tool, count(*) as calls from tool_calls
    where agent_uuid = (select uuid from agents order by uuid limit 1) group by tool`,
} as const

const bench = await openRealEngine({})
const client = plainClient(bench.dataDirectory)
const seeded = await timed(() => seed(client))
await bench.reopen()
const rows: BenchRow[] = [
  {
    what: `${RESPONSES.toLocaleString('en-US')} responses written, rows of usage included`,
    value: seeded / 1_000,
    unit: 's',
  },
]
for (const by of USAGE_DIMENSIONS) {
  const query = (from?: string) =>
    bench.engine.usage.query({ by, timeZone: 'Europe/Berlin', ...(from !== undefined && { from }) })
  rows.push(await measure(`usage by ${by}, the whole year`, async () => valueOf(await query())))
  rows.push(await measure(`usage by ${by}, the last 30 days`, async () => valueOf(await query(daysAgo(30)))))
}
rows.push(await measure(`the tree of ${AGENTS} agents with its costs`, () => agentsOf(bench.engine)))
for (const [what, query] of Object.entries(QUESTIONS)) {
  rows.push(
    await measure(what, async () => {
      for await (const page of bench.engine.local.sql(query)) valueOf(page)
    }),
  )
}
printRows(rows, process.argv.includes('--json'))
await client.end()
await bench.close()

async function measure(what: string, run: () => Promise<unknown>): Promise<BenchRow> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(run))
  return { what, value: median(times), unit: 'ms', goal: GOAL }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Fills the log past the engine; the triggers run as for every other write. Nothing here searches the text. */
async function seed(sql: Sql): Promise<void> {
  const indexes = await sql`select indexname as name from pg_indexes
    where tablename = 'messages' and indexdef like '%gin%'`
  for (const { name } of indexes) await sql`drop index ${sql(String(name))}`
  await sql`create temp table ids as select n as place, gen_random_uuid() as id from generate_series(0, ${AGENTS - 1}::int) as n`
  await sql`
    insert into agents (uuid, name, parent_uuid, provider, model, thinking_level)
    select own.id, 'agent ' || own.place, above.id, 'anthropic', 'claude-opus-5-5', 'med'
    from ids as own left join ids as above on above.place = own.place - 1 and own.place % ${TREE}::int <> 0
    order by own.place`
  await sql`
    insert into messages (session_id, agent_uuid, kind, content, data, created_at)
    select 1, ids.id, 'assistant', 'An answer of a few words.', json_build_object(
        'provider', 'provider ' || n % 3, 'model', 'model ' || n % 7, 'requested_model', 'model ' || n % 7,
        'pool', case when n % 10 = 0 then 'pool ' || n % 3 end,
        'input_tokens', 1000 + n % 50000, 'cached_tokens', n % 1000, 'output_tokens', n % 3000,
        'thinking_tokens', n % 100, 'cache_write_tokens', json_build_object('5m', n % 500),
        'cost_usd', case when n / 1000 % 20 > 0 then n % 100 / 10000.0 end, 'cost_source', 'list'),
      now() - interval '1 year' * (1 - n / ${RESPONSES}::float8)
    from generate_series(0, ${RESPONSES - 1}::int) as n join ids on ids.place = n % ${AGENTS}::int
    order by n`
  await sql`
    insert into messages (session_id, agent_uuid, kind, content, data, created_at)
    select 1, ids.id, event.kind, event.content, event.data, now() - interval '1 year' * (1 - n / ${calls()}::float8)
    from generate_series(0, ${calls() - 1}::int) as n
    join ids on ids.place = n % ${AGENTS}::int
    cross join lateral (values
      ('tool_call', null, json_build_object('tool_call_id', 'call_' || n, 'name', 'tool ' || n % 9,
        'arguments', json_build_object('command', 'ls ' || n))),
      ('tool_result', 'What the tool has said.', json_build_object('tool_call_id', 'call_' || n,
        'is_error', n % 11 = 0, 'duration_ms', n % 5000))
    ) as event (kind, content, data)
    order by n, event.kind`
  await sql`
    update agents set cost_usd = sums.usd, unpriced_responses = sums.unpriced from (
      select agent_uuid, coalesce(sum(cost_usd), 0) as usd, count(*) filter (where cost_usd is null) as unpriced
      from responses group by 1
    ) as sums where agent_uuid = uuid`
  await sql`
    insert into settings (key, value)
    select 'comparisons', json_build_object('list', json_agg(json_build_object('id', n, 'agents',
      (select json_agg(id) from ids where ids.place / 4 = groups.n), 'adopted', (select id from ids where ids.place = groups.n * 4))))
    from generate_series(0, 11) as groups (n)`
  await sql`vacuum analyze`
}

function calls(): number {
  return Math.max(1, Math.round(RESPONSES * CALLS_PER_RESPONSE))
}
