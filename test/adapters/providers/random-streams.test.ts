import { expect, it } from 'vitest'

import { AnthropicStream } from '../../../src/main/adapters/providers/anthropic/anthropic-stream.ts'
import { GoogleStream } from '../../../src/main/adapters/providers/google/google-stream.ts'
import { ChatStream } from '../../../src/main/adapters/providers/openai-compatible/chat-stream.ts'
import { openaiErrorBody } from '../../../src/main/adapters/providers/openai-error.ts'
import { closedEarly } from '../../../src/main/adapters/providers/provider-error.ts'
import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { ResponsesStream } from '../../../src/main/adapters/providers/responses-stream.ts'
import type { StreamMapper } from '../../../src/main/adapters/providers/run-stream.ts'
import type { ResponseUsage } from '../../../src/shared/usage.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { outcomeOf } from '../../support/provider-outcome.ts'
import { allRecordings, recordedEvents } from '../../support/provider-simulator/recordings.ts'
import type { Recording } from '../../support/provider-simulator/recordings.ts'
import type { WireFormat } from '../../support/provider-simulator/wire-format.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { untyped } from '../../support/untyped.ts'

/** Recorded streams with a few fields of another type, and events that are lost, doubled or out of order. */

/** Per recording; `STREAM_RUNS=10000` is the long soak. */
const RUNS = Number(process.env['STREAM_RUNS'] ?? 60)
const VALUES: readonly JsonValue[] = [null, 0, -1, true, '', 'x', [], [null], {}, { a: 1 }]
/** Of a long recording its beginning and its end: what lies between is more of the same. */
const MAX_EVENTS = 50

const toError = (body: unknown) => openaiErrorBody('local', body)

function mapperFor(wire: WireFormat): StreamMapper<JsonObject> {
  let calls = 0
  const newToolCallId = (): string => `call_${++calls}`
  switch (wire) {
    case 'anthropic':
      return new AnthropicStream('model', newToolCallId)
    case 'responses':
      return new ResponsesStream('model', { newToolCallId, toError })
    case 'chat':
      return new ChatStream('model', { newToolCallId, toError, sawDone: () => true })
    case 'gemini':
      return new GoogleStream('model', newToolCallId)
  }
}

function eventsOf(recording: Recording): JsonObject[] {
  const events = recordedEvents(recording).flatMap(({ json }) => (json === undefined ? [] : [json]))
  return events.length > MAX_EVENTS ? [...events.slice(0, MAX_EVENTS / 2), ...events.slice(-MAX_EVENTS / 2)] : events
}

/** Every place in the JSON where a value stands. */
function placesIn(value: JsonValue): (readonly [holder: Record<string, JsonValue>, key: string])[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = untyped<Record<string, JsonValue>>(value)
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...placesIn(holder[key] ?? null)])
}

function damage(events: JsonObject[], random: () => number): void {
  const below = (count: number): number => Math.floor(random() * count)
  const at = below(events.length)
  const event = events[at]
  if (event === undefined) return
  const kind = random()
  if (kind < 0.1) events.splice(at, 1)
  else if (kind < 0.2) events.splice(at, 0, structuredClone(event))
  else if (kind < 0.3) events.push(...events.splice(at, 1))
  else {
    const places = placesIn(event)
    const place = places[below(places.length)]
    if (place !== undefined) place[0][place[1]] = structuredClone(VALUES[below(VALUES.length)] ?? null)
  }
}

function read(wire: WireFormat, events: readonly JsonObject[]): ProviderEvent[] {
  const mapper = mapperFor(wire)
  const out: ProviderEvent[] = []
  for (const event of events) mapper.push(event, out)
  if (!mapper.ended) mapper.finish(out)
  if (!mapper.ended) out.push({ type: 'error', error: closedEarly('local') })
  return out
}

/** What the types promise, and JSON does not keep by itself. */
function mistyped(events: readonly ProviderEvent[]): readonly ProviderEvent[] {
  return events.filter((event) => {
    const texts: Record<string, unknown> = { ...event }
    const names = ['text', 'jsonFragment', 'name', 'model', 'responseId', 'providerId', 'id'].filter(
      (name) => name in texts,
    )
    const usage = event.type === 'done' ? (event.usage ?? null) : null
    return names.some((name) => typeof texts[name] !== 'string') || (usage !== null && !isUsage(usage))
  })
}

function isUsage(usage: ResponseUsage): boolean {
  const { serviceTier, speed, region, contextTokens, cost, ...rest } = usage
  const { cacheWrites, serverTools, inputModalities, outputModalities, ...tokens } = rest
  const groups = [tokens, cacheWrites, serverTools, inputModalities, outputModalities]
  const figures = [contextTokens ?? 0, cost ?? 0, ...groups.flatMap((group) => Object.values(group ?? {}))]
  const words = [serviceTier ?? '', speed ?? '', region ?? '']
  return figures.every((figure) => Number.isFinite(figure)) && words.every((word) => typeof word === 'string')
}

const STREAMS = allRecordings().filter(({ format }) => format !== 'http-error' && format !== 'json')

it.each(STREAMS.map((recording) => [recording.file, recording] as const))('%s, damaged', (_file, recording) => {
  const provider = PROVIDER_ADAPTERS.local.create({ key: '', baseUrl: undefined, idleTimeoutMs: 1 })
  const events = eventsOf(recording)
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = seededRandom(seed)
    const damaged = structuredClone(events)
    for (let times = 1 + (seed % 3); times > 0; times--) damage(damaged, random)
    const received = read(recording.wire, damaged)
    expect(() => outcomeOf(received, provider), `seed ${seed}`).not.toThrow()
    expect(mistyped(received), `seed ${seed}`).toEqual([])
  }
})
