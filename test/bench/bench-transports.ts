import { setImmediate as nextTurn } from 'node:timers/promises'

import { AgentFeed } from '../../src/main/core/events/agent-feed.ts'
import { emptyAgentView } from '../../src/shared/agent-view.ts'
import { type Transport, TRANSPORTS } from '../contract/transports.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { type BenchRow, median, timed } from './bench-result.ts'

const DELTAS = 500_000
const TEXT = 'abcdefg '
/** Deltas that arrive in one turn of the event loop: what 64 busy streams bring. */
const BURST = 200
const ROUNDS = 5
const AGENT = '00000000-0000-4000-8000-000000000001'

/** Deltas per second from the hub's feed to a window's subscriber, over each way there is, batched as they are. */
export async function benchTransports(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const transport of TRANSPORTS) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await measure(transport))
    const value = (DELTAS * 1000) / median(times)
    const first = rows[0]?.value
    const compared = first === undefined ? {} : { ratio: value / first, comparedWith: 'in memory' }
    rows.push({ what: `subscriber, ${transport.name}`, value, unit: 'deltas/s', ...compared })
  }
  return rows
}

async function measure(transport: Transport): Promise<number> {
  const feed = new AgentFeed()
  const engine = createFakeEngine({
    agents: {
      subscribe: () => feed.batches(() => Promise.resolve({ type: 'snapshot', view: emptyAgentView(AGENT) })),
    },
  })
  const wire = await transport.start(engine, createRecordingLogger())
  const subscription = (await wire.client.agents.subscribe({ agentId: AGENT }))[Symbol.asyncIterator]()
  await subscription.next()
  const ms = await timed(() => Promise.all([produce(feed), consume(subscription)]))
  feed.close()
  await wire.close()
  return ms
}

async function produce(feed: AgentFeed): Promise<void> {
  for (let sent = 0; sent < DELTAS; sent += BURST) {
    for (let index = 0; index < BURST; index++) feed.live({ type: 'text_delta', blockIndex: 0, text: TEXT })
    await nextTurn()
  }
}

type Subscription = Awaited<ReturnType<Awaited<ReturnType<Transport['start']>>['client']['agents']['subscribe']>>

async function consume(subscription: Pick<Subscription, 'next'>): Promise<void> {
  for (let characters = 0; characters < DELTAS * TEXT.length;) {
    const next = await subscription.next()
    if (next.done === true) throw new Error('The feed ended early')
    for (const item of next.value) {
      if (item.type === 'snapshot') throw new Error('The subscriber fell behind and was given a snapshot')
      if (item.type === 'live' && item.event.type === 'text_delta') characters += item.event.text.length
    }
  }
}
