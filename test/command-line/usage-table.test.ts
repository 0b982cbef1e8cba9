import { expect, it } from 'vitest'

import { usageCommand } from '../../src/main/command-line/usage-command.ts'
import { ok } from '../../src/shared/result.ts'
import { NO_USAGE, type UsageReport } from '../../src/shared/usage-report.ts'
import { createFakeEngine } from '../support/fake-engine.ts'

const REPORT: UsageReport = {
  by: 'model',
  rows: [
    {
      ...NO_USAGE,
      key: 'anthropic/claude-opus-5-5',
      label: 'anthropic/claude-opus-5-5',
      responses: 1_112,
      input: 2_100_000,
      cached: 1_638_000,
      cacheWrites: 12_000,
      output: 140_000,
      cost: { usd: 31.02, unpriced: 0, partial: 0 },
    },
    { ...NO_USAGE, key: 'ollama/qwen3', label: 'ollama/qwen3', responses: 2, input: 10, output: 3 },
    { ...NO_USAGE, key: '', label: 'Unknown', responses: 3, unreported: 3 },
  ],
  totals: {
    ...NO_USAGE,
    responses: 1_117,
    unreported: 3,
    input: 2_100_010,
    cached: 1_638_000,
    cacheWrites: 12_000,
    output: 140_003,
    cost: { usd: 31.02, unpriced: 1, partial: 0 },
  },
}

async function run(flags: object, report = REPORT) {
  const said = { out: '', error: '' }
  const output = {
    out: (text: string) => void (said.out += text),
    error: (text: string) => void (said.error += text),
  }
  const engine = createFakeEngine({ usage: { query: async () => ok(report) } })
  return { code: await usageCommand(engine, { by: 'model', ...flags }, output), ...said }
}

it('prints a table with totals, and what they do not contain', async () => {
  const { code, out, error } = await run({})
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'Model                      Responses         In  Cached  Written      Out      Cost',
    'anthropic/claude-opus-5-5      1,112  2,100,000    78 %   12,000  140,000    $31.02',
    'ollama/qwen3                       2         10     0 %        0        3      free',
    'Unknown                            3    unknown       –  unknown  unknown         —',
    'Total                          1,117  2,100,010    78 %   12,000  140,003  ≥ $31.02',
    '',
  ])
  expect(error).toBe(
    'Without the tokens of 3 responses: no usage was reported.\nWithout the cost of 1 response: no price is known.\n',
  )
})

it('adds what cold input cost to a table by its causes', async () => {
  const row = { ...NO_USAGE, responses: 2, input: 90_000, missed: 41_210, missedUsd: 0.12 }
  const unpriced = { ...row, missedUsd: 0 }
  const rows = [
    { ...row, key: 'tools', label: 'Tools changed' },
    { ...unpriced, key: 'unknown', label: 'Unknown' },
  ]
  const { out } = await run({ by: 'cause' }, { by: 'cause', rows, totals: row })
  expect(out.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'Cold because | Responses | In | Cached | Written | Out | Cost | Not from cache | Extra cost',
    'Tools changed | 2 | 90,000 | 0 % | 0 | 0 | free | 41,210 | $0.12',
    'Unknown | 2 | 90,000 | 0 % | 0 | 0 | free | 41,210 | —',
    'Total | 2 | 90,000 | 0 % | 0 | 0 | free | 41,210 | $0.12',
    '',
  ])
})

it('prints the report as JSON or as CSV', async () => {
  const unknown = { input: null, cached: null, cacheWrites: null, output: null, thinking: null }
  const rows = REPORT.rows.map((row) => (row.unreported === 0 ? row : { ...row, ...unknown }))
  expect(JSON.parse((await run({ json: true })).out)).toEqual({ ...REPORT, rows })
  expect((await run({ csv: true })).out.split('\r\n')).toHaveLength(5)
})

it.each([
  [{ by: 'week' }, '--by week: give one of day, model, provider, agent, purpose, pool, folder, cause.\n'],
  [{ json: true, csv: true }, '--json and --csv cannot be combined. Use one of them.\n'],
  [{ from: 'yesterday' }, '--from and --to: give days such as 2026-11-20.\n'],
])('refuses %o', async (flags, message) => {
  expect(await run(flags)).toEqual({ code: 2, out: '', error: message })
})

it('says when there is nothing', async () => {
  const empty = { by: 'day', rows: [], totals: NO_USAGE } as const
  expect(await run({}, empty)).toEqual({ code: 0, out: '', error: 'No responses in this period.\n' })
})
