import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Engine } from '../../src/main/core/engine.ts'
import type { BenchRow } from './bench-result.ts'

const STREAMS = 64
/** As the simulator counts them. */
const CHARACTERS_PER_TOKEN = 4

export interface PacedStream {
  /** Tokens per second of each stream. */
  readonly rate: number
  readonly characters: number
}

interface Measured {
  /** How late each arrival was against its stream's pace, ms, sorted. */
  readonly lateness: readonly number[]
  readonly loopP99: number
  readonly loopMax: number
  /** Of one core. */
  readonly cpu: number
}

/** 64 paced streams at once: what the engine adds to a bare fetch of the same streams in the same process. */
export async function benchManyStreams(engine: Engine, url: string, stream: PacedStream): Promise<readonly BenchRow[]> {
  const bare = await measure(stream, () => readBare(url, stream))
  const whole = await measure(stream, () => readThrough(engine, stream))
  const at = ({ lateness }: Measured, part: number) => lateness[Math.floor(lateness.length * part)] ?? Number.NaN
  const row = (what: string, value: number, unit: string, other: number): BenchRow[] => [
    { what: `${what}, bare fetch`, value: other, unit },
    { what: `${what}, engine`, value, unit, ratio: value / other, comparedWith: 'bare fetch' },
  ]
  return [
    ...row(`${STREAMS} streams: lateness p50`, at(whole, 0.5), 'ms', at(bare, 0.5)),
    ...row(`${STREAMS} streams: lateness p99`, at(whole, 0.99), 'ms', at(bare, 0.99)),
    ...row(`${STREAMS} streams: event-loop delay p99`, whole.loopP99, 'ms', bare.loopP99),
    ...row(`${STREAMS} streams: event-loop delay max`, whole.loopMax, 'ms', bare.loopMax),
    ...row(`${STREAMS} streams: CPU`, whole.cpu, 'cores', bare.cpu),
  ]
}

type Arrival = (characters: number) => void

async function measure({ rate }: PacedStream, read: () => Promise<readonly Arrivals[]>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  delay.enable()
  const streams = await read()
  delay.disable()
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    lateness: streams.flatMap((stream) => stream.lateness(rate)).toSorted((a, b) => a - b),
    loopP99: delay.percentile(99) / 1e6,
    loopMax: delay.max / 1e6,
    cpu: (user + system) / 1000 / (performance.now() - began),
  }
}

/** When how much of a stream had arrived. */
class Arrivals {
  readonly #all: { readonly at: number; readonly tokens: number }[] = []
  #characters = 0

  readonly add: Arrival = (characters) => {
    this.#characters += characters
    this.#all.push({ at: performance.now(), tokens: this.#characters / CHARACTERS_PER_TOKEN })
  }

  get characters(): number {
    return this.#characters
  }

  /** Against the earliest that any arrival was, counted in the stream's own pace. */
  lateness(rate: number): readonly number[] {
    const offsets = this.#all.map(({ at, tokens }) => at - (tokens * 1000) / rate)
    const earliest = Math.min(...offsets)
    return offsets.map((offset) => offset - earliest)
  }
}

function readBare(url: string, { characters }: PacedStream): Promise<readonly Arrivals[]> {
  const read = async (): Promise<Arrivals> => {
    const arrivals = new Arrivals()
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: 'claude-haiku-4-5',
        max_tokens: 4096,
        stream: true,
        messages: [{ role: 'user', content: 'go' }],
      }),
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const texts = decoder.decode(chunk, { stream: true }).match(/abcdefg /g)?.length ?? 0
      if (texts > 0) arrivals.add(texts * 8)
    }
    if (arrivals.characters !== characters) throw new Error(`${arrivals.characters} characters came`)
    return arrivals
  }
  return Promise.all(Array.from({ length: STREAMS }, read))
}

function readThrough(engine: Engine, { characters }: PacedStream): Promise<readonly Arrivals[]> {
  const read = async (): Promise<Arrivals> => {
    const arrivals = new Arrivals()
    const agent = await engine.agents.create({ model: 'claude-haiku-4-5/none' })
    if (!agent.ok) throw new Error(agent.error.message)
    const stop = new AbortController()
    let asked = false
    for await (const batch of engine.agents.subscribe({ agentId: agent.value.id }, stop.signal)) {
      if (!asked) {
        asked = true
        const submitted = await engine.agents.submit({ agentId: agent.value.id, text: 'go' })
        if (!submitted.ok) throw new Error(submitted.error.message)
      }
      for (const item of batch) {
        if (item.type !== 'live') continue
        if (item.event.type === 'text_delta') arrivals.add(item.event.text.length)
        if (item.event.type === 'turn_ended') stop.abort()
      }
    }
    if (arrivals.characters !== characters) throw new Error(`${arrivals.characters} characters came`)
    return arrivals
  }
  return Promise.all(Array.from({ length: STREAMS }, read))
}
