import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { plainClient, userEvent } from '../adapters/storage/support/test-storage.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'

/** Recorded events per second, through the storage and by the bare driver, round by round on the same server. */
const ROUNDS = 7
const ONE_BY_ONE = 300
const WRITERS = 64
const BATCH = 1_000
/** As many connections as the storage has for its work. */
const CONNECTIONS = 4

const bench = await openRealEngine({})
const bare = plainClient(bench.dataDirectory, 'postgres', CONNECTIONS)
const agents = await Promise.all(
  Array.from(
    { length: WRITERS },
    async () => valueOf(await bench.engine.agents.create({ model: 'claude-haiku-4-5' })).id,
  ),
)
const [agentId = ''] = agents

const insert = (agent: string): Promise<unknown> =>
  bare`insert into messages (session_id, agent_uuid, kind, content) values (1, ${agent}, 'user', 'hello') returning id, created_at`
const commit = async (agent: string): Promise<unknown> =>
  valueOf(await bench.storage.store.commit({ events: [userEvent(agent, 'hello')] }))

type Write = (agent: string) => Promise<unknown>
const SHAPES: Readonly<Record<string, { events: number; with: (write: Write) => Promise<unknown> }>> = {
  'one after the other': {
    events: ONE_BY_ONE,
    async with(write) {
      for (let index = 0; index < ONE_BY_ONE; index++) await write(agentId)
    },
  },
  [`${WRITERS} agents at once`]: {
    events: WRITERS * 10,
    async with(write) {
      for (let round = 0; round < 10; round++) await Promise.all(agents.map(write))
    },
  },
  [`${WRITERS} at once, one agent`]: {
    events: WRITERS * 10,
    async with(write) {
      for (let round = 0; round < 10; round++) await Promise.all(agents.map(() => write(agentId)))
    },
  },
}

const rows: BenchRow[] = []
for (const [name, shape] of Object.entries(SHAPES)) {
  rows.push(
    ...(await compare(
      name,
      shape.events,
      () => shape.with(insert),
      () => shape.with(commit),
    )),
  )
}
const lines = Array.from({ length: BATCH }, (_, index) => `message ${index}`)
const insertAll = (): Promise<unknown> =>
  bare`insert into messages (session_id, agent_uuid, kind, content)
    select 1, ${agentId}, 'user', line from unnest(${lines}::text[]) as line returning id, created_at`
const commitAll = async (): Promise<unknown> =>
  valueOf(await bench.storage.store.commit({ events: lines.map((line) => userEvent(agentId, line)) }))
rows.push(...(await compare(`${BATCH} in one commit`, BATCH, insertAll, commitAll)))
printRows(rows, process.argv.includes('--json'))
await bare.end()
await bench.close()

/** Events per second of both, turn about: what else the machine does falls on both. */
async function compare(
  what: string,
  events: number,
  driver: () => Promise<unknown>,
  storage: () => Promise<unknown>,
): Promise<readonly BenchRow[]> {
  await driver()
  await storage()
  const times = { driver: [] as number[], storage: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.driver.push(await timed(driver))
    times.storage.push(await timed(storage))
  }
  const perSecond = (measured: readonly number[]): number => (events * 1000) / median(measured)
  const [bareRate, rate] = [perSecond(times.driver), perSecond(times.storage)]
  return [
    { what: `${what}: bare driver`, value: bareRate, unit: 'events/s' },
    { what: `${what}: storage`, value: rate, unit: 'events/s', ratio: rate / bareRate, comparedWith: 'bare driver' },
  ]
}
