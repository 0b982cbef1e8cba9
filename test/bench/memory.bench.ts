import { setImmediate as nextTurn } from 'node:timers/promises'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { type BenchRow, printRows } from './bench-result.ts'
import { collectGarbage } from './collect-garbage.ts'
import { seedLog } from './seed-log.ts'

/** What the engine's process takes with many long agents: known, looked at, and loaded as by a turn of each. */
const AGENTS = Number(process.env['IKIGAI_BENCH_AGENTS'] ?? 200)
const EVENTS = Number(process.env['IKIGAI_BENCH_EVENTS'] ?? 1_000)

const bench = await openRealEngine({})
const client = plainClient(bench.dataDirectory)
const rows: BenchRow[] = []
await measure('an empty log')
const ids: string[] = []
for (let index = 0; index < AGENTS; index++) {
  ids.push(valueOf(await bench.engine.agents.create({ model: 'claude-haiku-4-5' })).id)
}
await seedLog(client, ids, { from: 0, to: AGENTS * EVENTS })
await client.end()
await bench.reopen()
const each = `${AGENTS} agents of ${EVENTS.toLocaleString('en-US')} events`
await measure(`${each}, not loaded`)
for (const id of ids) (await Pane.open(bench.engine, id)).close()
await measure(`${each}, each looked at`)
// As a turn does: the whole context is read, and kept for the next one.
for (const id of ids) valueOf(await bench.engine.agents.context({ agentId: id }))
await measure(`${each}, the contexts of all loaded`)
printRows(rows, process.argv.includes('--json'))
await bench.close()

/** After a full collection: what is left is held. */
async function measure(what: string): Promise<void> {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await nextTurn()
  }
  const { heapUsed, rss } = process.memoryUsage()
  const heap = heapUsed / 2 ** 20
  const first = rows[0]?.value ?? heap
  rows.push({ what: `heap, ${what}`, value: heap, unit: 'MB', ratio: heap / first, comparedWith: 'an empty log' })
  rows.push({ what: `resident, ${what}`, value: rss / 2 ** 20, unit: 'MB' })
}
