import { USAGE_DIMENSIONS } from '../../src/shared/usage-report.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { agentsOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { type BenchRow, printRows, timed } from './bench-result.ts'
import { seedUsage } from './seed-usage.ts'

/** How long questions about usage take in a log of a year. `IKIGAI_BENCH_RESPONSES=100000` for a shorter one. */
const RESPONSES = Number(process.env['IKIGAI_BENCH_RESPONSES'] ?? '1000000')
const AGENTS = 1_000
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
const seeded = await timed(() => seedUsage(client, { responses: RESPONSES, agents: AGENTS }))
await bench.reopen()
const rows: BenchRow[] = [
  {
    what: `${RESPONSES.toLocaleString('en-US')} responses written, past the triggers`,
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

/** The shortest of some rounds: whatever else runs on the machine can only lengthen them. */
async function measure(what: string, run: () => Promise<unknown>): Promise<BenchRow> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(run))
  return { what, value: Math.min(...times), unit: 'ms', goal: GOAL }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
