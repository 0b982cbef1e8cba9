import type { SearchPage } from '../../src/shared/search-hit.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'
import { seedLog, SOUGHT } from './seed-log.ts'

/**
 * How long a search takes, from the engine's call to its first page, in logs of several lengths; and how long it takes
 * to go on to the end of the log where no index covers the text.
 * `IKIGAI_BENCH_EVENTS=100,10000`.
 */
const LENGTHS = (process.env['IKIGAI_BENCH_EVENTS'] ?? '100,10000,1000000').split(',').map(Number)
const AGENTS = 200
const ROUNDS = 7
const PAGE = 50
const GOAL = { under: 200 }

const QUERIES = {
  'a rare word': SOUGHT.rare,
  'a common word': SOUGHT.common,
  'two words': `${SOUGHT.uncommon} ${SOUGHT.common}`,
  'part of a word': SOUGHT.rare.slice(1, 5),
  'nothing found': SOUGHT.absent,
  'two letters': SOUGHT.rare.slice(0, 2),
  'two letters that are nowhere': SOUGHT.absentLetters,
  'a word of two Chinese characters': SOUGHT.chinese,
  'one Chinese character': SOUGHT.chinese.slice(0, 1),
} as const

const bench = await openRealEngine({})
const client = plainClient(bench.dataDirectory)
const ids: string[] = []
for (let index = 0; index < AGENTS; index++) {
  ids.push(valueOf(await bench.engine.agents.create({ model: 'claude-haiku-4-5' })).id)
}
const rows: BenchRow[] = []
let length = 0
for (const next of LENGTHS) {
  await seedLog(client, ids, { from: length, to: next })
  length = next
  // Contexts that an earlier search has loaded would make this one look faster.
  await bench.reopen()
  for (const [what, text] of Object.entries(QUERIES)) rows.push(...(await measure(what, text)))
}
printRows(rows, process.argv.includes('--json'))
await client.end()
await bench.close()

async function measure(what: string, text: string): Promise<readonly BenchRow[]> {
  const at = `in ${length.toLocaleString('en-US')} events`
  let page: SearchPage = { hits: [], olderBefore: null, isUnfinished: false }
  const search = async (): Promise<void> => {
    page = valueOf(await bench.engine.log.search({ text, limit: PAGE }))
  }
  const first = await timed(search)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(search))
  const database: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    database.push(
      await timed(() => bench.storage.search.find(text, { limit: PAGE + 1, beforeId: Number.MAX_SAFE_INTEGER })),
    )
  }
  const unfinished = page.isUnfinished ? await measureToEnd(text) : null
  const hits = `${page.hits.length}${page.olderBefore !== null ? '+' : ''} hits`
  return [
    { what: `${what} ${at}, ${hits}`, value: median(times), unit: 'ms', goal: GOAL },
    { what: `${what} ${at}: first time`, value: first, unit: 'ms', goal: GOAL },
    { what: `${what} ${at}: the database alone`, value: median(database), unit: 'ms' },
    ...(unfinished === null
      ? []
      : [
          {
            what: `${what} ${at}: to the end of the log`,
            value: unfinished.ms,
            unit: `ms in ${unfinished.calls} calls`,
          },
          { what: `${what} ${at}: its slowest call`, value: unfinished.slowest, unit: 'ms', goal: GOAL },
        ]),
  ]
}

/** As *Search older events* goes on, without a pause. */
async function measureToEnd(text: string): Promise<{ ms: number; calls: number; slowest: number }> {
  const times: number[] = []
  let beforeId: number | null = null
  do {
    const begun = performance.now()
    const before: { readonly beforeId?: number } = beforeId === null ? {} : { beforeId }
    const page = valueOf(await bench.engine.log.search({ text, limit: PAGE, ...before }))
    times.push(performance.now() - begun)
    beforeId = page.olderBefore
  } while (beforeId !== null)
  return { ms: times.reduce((sum, ms) => sum + ms, 0), calls: times.length, slowest: Math.max(...times) }
}
