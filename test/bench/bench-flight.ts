import { enginePerformance } from '../../src/main/adapters/performance/engine-performance.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import { FlightRecorder } from '../../src/shared/flight-recorder.ts'
import { IN_MEMORY } from '../contract/transports.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { type BenchRow, median } from './bench-result.ts'

const ROUNDS = 200
const ENTRIES = 20_000
const STREAMS = 64
const MODEL = 'claude-haiku-4-5/none'
const NS_PER_US = 1_000

/** Processor time of one entry of each kind, ns. */
interface EntryCosts {
  readonly clock: number
  /** A piece that belongs to an open burst, as most deltas do. */
  readonly piece: number
  /** A span of its own: its begin and its end. */
  readonly span: number
  readonly off: number
}

/**
 * What the flight recorder costs: the processor time of an entry, and what the entries of 64 paced streams are of the
 * processor time that the engine takes for them.
 */
export async function benchFlight(engine: Engine): Promise<readonly BenchRow[]> {
  const costs = measureEntries()
  const { pieces, spans, cpuUs, seconds } = await measureStreams(engine)
  const usedUs = (pieces * costs.piece + spans * costs.span) / NS_PER_US
  const compared = (value: number) => ({ ratio: value / costs.clock, comparedWith: 'reading the clock' })
  return [
    { what: 'reading the clock', value: costs.clock, unit: 'ns' },
    { what: 'a piece of a burst', value: costs.piece, unit: 'ns', ...compared(costs.piece) },
    { what: 'a span of its own', value: costs.span, unit: 'ns', ...compared(costs.span) },
    { what: 'a piece while it is off', value: costs.off, unit: 'ns', ...compared(costs.off) },
    { what: `${STREAMS} streams: entries`, value: (pieces + spans) / seconds, unit: 'entries/s' },
    { what: `${STREAMS} streams: the engine`, value: cpuUs / seconds / 1_000, unit: 'ms of CPU a second' },
    { what: `${STREAMS} streams: the recorder`, value: usedUs / seconds / 1_000, unit: 'ms of CPU a second' },
    { what: `${STREAMS} streams: its share`, value: (100 * usedUs) / cpuUs, unit: '%', goal: { under: 1 } },
  ]
}

/** Many short rounds turn about, so that what else the machine does meets all kinds alike. */
function measureEntries(): EntryCosts {
  const { now } = enginePerformance
  const on = new FlightRecorder(now)
  const off = new FlightRecorder(now)
  on.switch(true)
  const kinds: Readonly<Record<keyof EntryCosts, () => void>> = {
    clock: () => void now(),
    piece: () => on.piece('provider', 'anthropic'),
    span: () => on.ended('commit', 'commit', on.begun()),
    off: () => off.piece('provider', 'anthropic'),
  }
  const times: Record<keyof EntryCosts, number[]> = { clock: [], piece: [], span: [], off: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.clock.push(cpuOf(kinds.clock))
    times.piece.push(cpuOf(kinds.piece))
    times.span.push(cpuOf(kinds.span))
    times.off.push(cpuOf(kinds.off))
  }
  return {
    clock: median(times.clock),
    piece: median(times.piece),
    span: median(times.span),
    off: median(times.off),
  }
}

/** ns of processor time of one call. */
function cpuOf(run: () => void): number {
  const before = process.cpuUsage()
  for (let entry = 0; entry < ENTRIES; entry++) run()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * NS_PER_US) / ENTRIES
}

interface Streamed {
  readonly pieces: number
  readonly spans: number
  readonly cpuUs: number
  readonly seconds: number
}

/** 64 streams at once, each to a subscriber of the contract's router, with the recorder on. */
async function measureStreams(engine: Engine): Promise<Streamed> {
  const wire = await IN_MEMORY.start(engine, createRecordingLogger())
  await engine.recorder.set({ isOn: true })
  const counts = countEntries(engine.flight)
  const began = performance.now()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: STREAMS }, () => runTurn(engine, wire.client)))
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - began) / 1_000
  await engine.recorder.set({ isOn: false })
  await wire.close()
  return { ...counts, cpuUs: user + system, seconds }
}

/** Counts from now on. */
function countEntries(recorder: FlightRecorder): { readonly pieces: number; readonly spans: number } {
  const counts = { pieces: 0, spans: 0 }
  const { piece, ended } = FlightRecorder.prototype
  recorder.piece = (...given) => {
    counts.pieces += 1
    piece.apply(recorder, given)
  }
  recorder.ended = (...given) => {
    counts.spans += 1
    ended.apply(recorder, given)
  }
  return counts
}

type Client = Awaited<ReturnType<typeof IN_MEMORY.start>>['client']

async function runTurn(engine: Engine, client: Client): Promise<void> {
  const agent = await engine.agents.create({ model: MODEL })
  if (!agent.ok) throw new Error(agent.error.message)
  const agentId = agent.value.id
  const feed = (await client.agents.subscribe({ agentId }))[Symbol.asyncIterator]()
  await feed.next()
  const submitted = await engine.agents.submit({ agentId, text: 'go' })
  if (!submitted.ok) throw new Error(submitted.error.message)
  for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
    if (next.value.some((item) => item.type === 'live' && item.event.type === 'turn_ended')) break
  }
  await feed.return?.()
}
