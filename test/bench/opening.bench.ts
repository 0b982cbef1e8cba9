import type { Sql } from 'postgres'

import { assembleTranscript } from '../../src/main/core/transcript/assemble-transcript.ts'
import { ContextReplay } from '../../src/shared/context-replay.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { type BenchRow, median, printRows, timed } from './bench-result.ts'
import { seedLog } from './seed-log.ts'

/**
 * What stands between the log and a request: an agent's tail, its whole history, the replay of it, and the transcript.
 */
const LENGTHS = (process.env['IKIGAI_BENCH_EVENTS'] ?? '100,1000,10000,100000').split(',').map(Number)
const ROUNDS = 9
const TAIL = 200
/** Goals are for this many messages. */
const GOAL_LENGTH = 10_000
const TARGET = { provider: 'anthropic', model: 'claude-haiku-4-5', endpoint: 'messages', thinkingLevel: 'med' } as const

const bench = await openRealEngine({})
const client = plainClient(bench.dataDirectory)
const rows: BenchRow[] = []
for (const length of LENGTHS) {
  const agentId = valueOf(await bench.engine.agents.create({ model: TARGET.model })).id
  await seedLog(client, [agentId], { from: 0, to: length })
  // What the process does only once is paid before.
  await measure(agentId, client)
  rows.push(...rowsOf(length, await measure(agentId, client)))
}
printRows(rows, process.argv.includes('--json'))
await client.end()
await bench.close()

interface Measured {
  readonly tail: number
  readonly bare: number
  readonly read: number
  readonly replay: number
  readonly assembly: number
  readonly append: number
  readonly assembledAgain: number
}

async function measure(agentId: AgentId, bareClient: Sql): Promise<Measured> {
  const { store } = bench.storage
  let events: readonly AgentEvent[] = []
  const times: { -readonly [K in keyof Measured]: number[] } = {
    tail: [],
    bare: [],
    read: [],
    replay: [],
    assembly: [],
    append: [],
    assembledAgain: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    times.tail.push(await timed(() => store.events({ agentId, limit: TAIL })))
    times.bare.push(
      await timed(() => bareClient`select * from messages where agent_uuid = ${agentId} order by id desc`),
    )
    times.read.push(
      await timed(async () => {
        events = valueOf(await store.events({ agentId }))
      }),
    )
    const context = new ContextReplay()
    times.replay.push(await timed(async () => events.forEach((event) => context.apply(event))))
    times.assembly.push(await timed(async () => assemble(context)))
    times.append.push(await timed(async () => context.apply(next(events.at(-1), agentId))))
    times.assembledAgain.push(await timed(async () => assemble(context)))
  }
  return {
    tail: median(times.tail),
    bare: median(times.bare),
    read: median(times.read),
    replay: median(times.replay),
    assembly: median(times.assembly),
    append: median(times.append),
    assembledAgain: median(times.assembledAgain),
  }
}

function assemble(context: ContextReplay): void {
  const system = context.system === null ? [] : [context.system]
  assembleTranscript({ context: context.items, target: TARGET, system, tools: [] })
}

function next(last: AgentEvent | undefined, agentId: AgentId): AgentEvent {
  const id = (last?.id ?? 0) + 1
  return { id, sessionId: 1, agentId, turnId: null, kind: 'user', content: 'And now?', data: null, createdAt: '' }
}

function rowsOf(length: number, measured: Measured): readonly BenchRow[] {
  const at = `at ${length.toLocaleString('en-US')} events`
  const goals = length === GOAL_LENGTH
  return [
    { what: `tail of ${TAIL} ${at}`, value: measured.tail, unit: 'ms' },
    { what: `all events, bare driver ${at}`, value: measured.bare, unit: 'ms' },
    {
      what: `all events, storage ${at}`,
      value: measured.read,
      unit: 'ms',
      ratio: measured.read / measured.bare,
      comparedWith: 'bare driver',
    },
    { what: `replay ${at}`, value: measured.replay, unit: 'ms' },
    { what: `assembly ${at}`, value: measured.assembly, unit: 'ms' },
    {
      what: `replay and assembly ${at}`,
      value: measured.replay + measured.assembly,
      unit: 'ms',
      ...(goals && { goal: { under: 20 } }),
    },
    {
      what: `one more event, replayed ${at}`,
      value: measured.append,
      unit: 'ms',
      ...(goals && { goal: { under: 1 } }),
    },
    { what: `one more event, assembled again ${at}`, value: measured.assembledAgain, unit: 'ms' },
  ]
}
