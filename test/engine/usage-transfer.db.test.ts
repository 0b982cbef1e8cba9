import { afterAll, beforeAll, expect, it } from 'vitest'

import { agentsOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'

let real: RealEngine

beforeAll(async () => {
  real = await openRealEngine({})
})

afterAll(() => real.close())

async function importAndExport(lines: readonly string[]): Promise<{ id: string; data: readonly string[] }> {
  const [id = ''] = valueOf(await real.engine.local.importLines(lines)).agents
  const exported: string[] = []
  for await (const line of real.engine.local.exportLines(id)) exported.push(valueOf(line))
  // The text itself, byte by byte: parsing it would hide changes of the order of keys and of numbers.
  return { id, data: exported.flatMap((line) => /"data":(\{.*?\})(?:,"created_at":.*)?\}$/s.exec(line)?.[1] ?? []) }
}

const FULL =
  '{"provider":"openrouter","model":"anthropic/claude-opus-5-5","requested_model":"claude-opus-5-5","pool":"smart",' +
  '"input_tokens":1204,"output_tokens":431,"thinking_tokens":512,"cached_tokens":800,"total_tokens":1635,' +
  '"cache_write_tokens":{"1h":7,"5m":30,"unknown":1},"server_tool_uses":{"web_search":2},"input_modalities":{"image":258},' +
  '"output_modalities":{"audio":12},"service_tier":"priority","speed":"fast","inference_region":"us",' +
  '"context_tokens":900,"cost_usd":0.00256995,"cost_source":"list","cost_missing":["web_search"]}'

it('every figure of usage comes back byte by byte, as often as it travels, and counts each time', async () => {
  const line = `{"kind":"assistant","content":"x","data":${FULL}}`
  const first = await importAndExport([line])
  expect(first.data).toEqual([FULL])
  const again = await importAndExport([`{"kind":"assistant","content":"x","data":${first.data[0]}}`])
  expect(again.data).toEqual([FULL])
  const of = async (agent: string) =>
    valueOf(await real.engine.usage.query({ by: 'model', timeZone: 'UTC', agent })).rows.map(
      ({ label: _label, ...row }) => row,
    )
  expect(await of(first.id)).toEqual([
    {
      key: 'openrouter/anthropic/claude-opus-5-5',
      responses: 1,
      unreported: 0,
      input: 1_204,
      cached: 800,
      cacheWrites: 38,
      output: 431,
      thinking: 512,
      cost: { usd: 0.002_569_95, unpriced: 0, partial: 1 },
      missed: 0,
      missedUsd: 0,
    },
  ])
  expect(await of(again.id)).toEqual(await of(first.id))
  const agents = new Map((await agentsOf(real.engine)).map((agent) => [agent.id, agent]))
  expect(agents.get(first.id)).toMatchObject({ cost: { usd: 0.002_569_95, unpriced: 0, partial: 1 } })
  expect(agents.get(again.id)?.usage).toEqual(agents.get(first.id)?.usage)
})

const nested = `${'['.repeat(50)}1${']'.repeat(50)}`

it.each([
  '{"input_tokens":"12","output_tokens":"many","cost_usd":"0.5"}',
  '{"input_tokens":-1,"output_tokens":-0.5,"cost_usd":-3}',
  '{"input_tokens":1e400,"output_tokens":-1e400,"cost_usd":1e400}',
  '{"input_tokens":1e308,"output_tokens":9007199254740993,"total_tokens":1e20,"cost_usd":1e300}',
  `{"input_tokens":${nested},"output_tokens":{"a":{"b":1}},"cost_usd":${nested},"cost_missing":${nested}}`,
  '{"input_tokens":null,"output_tokens":true,"cache_write_tokens":[1],"server_tool_uses":"5","cost_missing":"all"}',
  '{"provider":5,"model":{"a":1},"pool":[],"service_tier":1e5,"requested_model":null,"cost_source":7}',
  `{"model":"${'m'.repeat(100_000)}","pool":"\\u0000\\ud800","service_tier":"\\ufdd0"}`,
])('takes what no provider reports, and counts none of it: %#', async (data) => {
  const { id } = await importAndExport([`{"kind":"assistant","content":"x","data":${data}}`])
  const report = valueOf(await real.engine.usage.query({ by: 'agent', timeZone: 'UTC', agent: id }))
  expect(report.totals).toEqual({
    responses: 1,
    unreported: 1,
    input: 0,
    cached: 0,
    cacheWrites: 0,
    output: 0,
    thinking: 0,
    cost: { usd: 0, unpriced: 0, partial: 0 },
    missed: 0,
    missedUsd: 0,
  })
  for (const by of ['model', 'pool', 'day', 'folder'] as const) {
    valueOf(await real.engine.usage.query({ by, timeZone: 'UTC', agent: id }))
  }
  const agent = (await agentsOf(real.engine)).find((one) => one.id === id)
  // A sum of the agent counts the response as one whose cost is not known.
  expect(agent?.cost).toEqual({ usd: 0, unpriced: 1, partial: 0 })
})
