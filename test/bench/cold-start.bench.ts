import type { NewEvent } from '../../src/shared/agent-event.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'

/** How long the engine takes to be there, and to show a first agent, with so many events in the log. */
const EVENTS = Number(process.env['IKIGAI_BENCH_EVENTS'] ?? 100_000)
const AGENTS = 200
const BATCH = 5_000
const ROUNDS = 5

const bench = await openRealEngine({})
const empty = await reopened()
const ids: string[] = []
for (let index = 0; index < AGENTS; index++) {
  ids.push(valueOf(await bench.engine.agents.create({ model: 'claude-haiku-4-5' })).id)
}
for (let done = 0; done < EVENTS; done += BATCH) {
  const events = Array.from({ length: Math.min(BATCH, EVENTS - done) }, (_, index) => event(done + index))
  valueOf(await bench.storage.store.commit({ events }))
}

function event(index: number): NewEvent {
  const agentId = ids[Math.floor(index / 2) % AGENTS] ?? ''
  const base = { agentId, turnId: null, content: `message ${index}: some words of a conversation` }
  return index % 2 === 0 ? { ...base, kind: 'user', data: null } : { ...base, kind: 'assistant', data: {} }
}

/** Closing and opening, database server included; the median of some rounds. */
async function reopened(): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => bench.reopen()))
  return median(times)
}

const full = await reopened()
const before = process.memoryUsage()
const first = await timed(async () => (await Pane.open(bench.engine, ids[0] ?? '')).close())
const paint = await timed(() => agentsOf(bench.engine))
for (const id of ids) (await Pane.open(bench.engine, id)).close()
for (const id of ids) valueOf(await bench.engine.agents.fork({ agentId: id, models: [] }))
const after = process.memoryUsage()
const events = EVENTS.toLocaleString('en-US')
const rows: BenchRow[] = [
  { what: 'closing and opening, empty log', value: empty, unit: 'ms' },
  {
    what: `closing and opening, ${events} events`,
    value: full,
    unit: 'ms',
    ratio: full / empty,
    comparedWith: 'empty',
  },
  { what: `the tree, ${AGENTS} agents`, value: paint, unit: 'ms' },
  { what: `the tail of an agent of ${Math.round(EVENTS / AGENTS)} events`, value: first, unit: 'ms' },
  {
    what: `heap, ${AGENTS} agents opened and forked`,
    value: (after.heapUsed - before.heapUsed) / 2 ** 20,
    unit: 'MB more',
  },
  { what: 'resident', value: after.rss / 2 ** 20, unit: 'MB' },
]
printRows(rows, process.argv.includes('--json'))
await bench.close()
