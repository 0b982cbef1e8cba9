import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { plainClient, userEvent } from '../adapters/storage/support/test-storage.ts'
import { type BenchGoal, type BenchRow, median, printRows, timed } from './bench-result.ts'
import { percentile } from './window/window-figure.ts'

/**
 * Recorded events per second, and how long each write takes, through the storage and by the bare driver, round by round
 * on the same server.
 */
const ROUNDS = 7
const ONE_BY_ONE = 300
const WRITERS = 64
const BATCH = 1_000
/** As many connections as the storage has for its work. */
const CONNECTIONS = 4
/** Of the bare driver's rate: at least so much. */
const ONE_BY_ONE_GOAL = { over: 0.8 }
const AT_ONCE_GOAL = { over: 1.5 }
/** A write of many at once takes no longer than one of the bare driver. */
const LATENCY_GOAL = { atMost: 1 }

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
interface Shape {
  readonly events: number
  readonly goal?: BenchGoal
  readonly latencyGoal?: BenchGoal
  with(write: Write): Promise<unknown>
}
const SHAPES: Readonly<Record<string, Shape>> = {
  'one after the other': {
    events: ONE_BY_ONE,
    goal: ONE_BY_ONE_GOAL,
    async with(write) {
      for (let index = 0; index < ONE_BY_ONE; index++) await write(agentId)
    },
  },
  [`${WRITERS} agents at once`]: {
    events: WRITERS * 10,
    goal: AT_ONCE_GOAL,
    latencyGoal: LATENCY_GOAL,
    async with(write) {
      for (let round = 0; round < 10; round++) await Promise.all(agents.map(write))
    },
  },
  [`${WRITERS} at once, one agent`]: {
    events: WRITERS * 10,
    latencyGoal: LATENCY_GOAL,
    async with(write) {
      for (let round = 0; round < 10; round++) await Promise.all(agents.map(() => write(agentId)))
    },
  },
}

const rows: BenchRow[] = []
for (const [name, shape] of Object.entries(SHAPES)) {
  const waits: Record<'driver' | 'storage', number[]> = { driver: [], storage: [] }
  const each = (write: Write, kept: number[]) => async (): Promise<unknown> =>
    shape.with(async (agent) => kept.push(await timed(() => write(agent))))
  rows.push(
    ...(await compare(name, shape, each(insert, waits.driver), each(commit, waits.storage))),
    ...latencies(name, waits, shape.latencyGoal),
  )
}
const lines = Array.from({ length: BATCH }, (_, index) => `message ${index}`)
const insertAll = (): Promise<unknown> =>
  bare`insert into messages (session_id, agent_uuid, kind, content)
    select 1, ${agentId}, 'user', line from unnest(${lines}::text[]) as line returning id, created_at`
const commitAll = async (): Promise<unknown> =>
  valueOf(await bench.storage.store.commit({ events: lines.map((line) => userEvent(agentId, line)) }))
rows.push(...(await compare(`${BATCH} in one commit`, { events: BATCH }, insertAll, commitAll)))
printRows(rows, process.argv.includes('--json'))
await bare.end()
await bench.close()

/** Events per second of both, turn about: what else the machine does falls on both. */
async function compare(
  what: string,
  { events, goal }: Pick<Shape, 'events' | 'goal'>,
  driver: () => Promise<unknown>,
  storage: () => Promise<unknown>,
): Promise<readonly BenchRow[]> {
  await driver()
  await storage()
  const times: Record<'driver' | 'storage', number[]> = { driver: [], storage: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.driver.push(await timed(driver))
    times.storage.push(await timed(storage))
  }
  const perSecond = (measured: readonly number[]): number => (events * 1000) / median(measured)
  const [bareRate, rate] = [perSecond(times.driver), perSecond(times.storage)]
  const ratio = rate / bareRate
  return [
    { what: `${what}: bare driver`, value: bareRate, unit: 'events/s' },
    { what: `${what}: storage`, value: rate, unit: 'events/s', ratio, comparedWith: 'bare driver' },
    ...(goal === undefined ? [] : [{ what: `${what}: storage ÷ bare driver`, value: ratio, unit: '×', goal }]),
  ]
}

/** How long a write takes until it is durable, the slowest hundredth. */
function latencies(
  what: string,
  { driver, storage }: { readonly driver: readonly number[]; readonly storage: readonly number[] },
  goal: BenchGoal | undefined,
): readonly BenchRow[] {
  const [bare, own] = [percentile(driver, 0.99), percentile(storage, 0.99)]
  return [
    { what: `${what}: bare driver, p99`, value: bare, unit: 'ms' },
    { what: `${what}: storage, p99`, value: own, unit: 'ms' },
    { what: `${what}: p99, storage ÷ bare driver`, value: own / bare, unit: '×', ...(goal !== undefined && { goal }) },
  ]
}
