import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { JsonObject } from '../../../src/shared/json.ts'
import { optionalText, parseObject } from './read-json.ts'
import { dataEvent, namedEvent, rawEvent, splitEvents } from './stream-item.ts'
import type { WireEvent } from './stream-item.ts'
import { wireFixture } from './wire-fixture.ts'
import { WIRE_FORMATS } from './wire-format.ts'
import type { WireFormat } from './wire-format.ts'

/** A row of the index of recordings. The file is also the recording's name: `anthropic/text-haiku45.sse`. */
const recordingSchema = z.object({
  file: z.string(),
  provider: z.string(),
  wire: z.enum(WIRE_FORMATS),
  format: z.enum(['sse', 'jsonl', 'json-array', 'json', 'http-error']),
  http_status: z.number(),
  covers: z.array(z.string()),
  origin: z.string(),
})

const objectListSchema = z.array(z.record(z.string(), z.json()))
const indexSchema = z.object({ fixtures: z.array(recordingSchema) })

export type Recording = Readonly<z.infer<typeof recordingSchema>>

let index: readonly Recording[] | undefined

/** Returns all recordings, in the order of the index. */
export function allRecordings(): readonly Recording[] {
  index ??= indexSchema.parse(JSON.parse(readFileSync(wireFixture('index.json'), 'utf8'))).fixtures
  return index
}

/**
 * Returns the recording of that name. The file extension may be left out, and a suffix `#2` (the second response of a
 * file) is ignored. Throws if there is none, which is a mistake in a test.
 */
export function findRecording(name: string): Recording {
  const [wanted = ''] = name.split('#')
  const found = allRecordings().find(({ file }) => file === wanted || file.startsWith(`${wanted}.`))
  if (found === undefined) throw new Error(`No recording is called ${name}.`)
  return found
}

/** Returns the body of a recording that is one JSON document (an answer without a stream, or an HTTP error). */
export function recordedBody(recording: Recording): Buffer {
  return readFileSync(wireFixture(recording.file))
}

/**
 * Returns the events of a recording as the real server framed them; in a file with several responses, those of the nth,
 * from 1.
 */
export function recordedEvents(recording: Recording, response = 1): WireEvent[] {
  const bytes = readFileSync(wireFixture(recording.file))
  switch (recording.format) {
    case 'sse':
      return splitEvents(bytes).map(completeEvent)
    case 'jsonl':
      return framed(
        nthResponse(bytes.toString('utf8').split('\n').map(parseObject).filter(isPresent), response),
        recording.wire,
      )
    case 'json-array':
      return framed(objectListSchema.parse(JSON.parse(bytes.toString('utf8'))), recording.wire)
    case 'json':
    case 'http-error':
      return [rawEvent(bytes)]
  }
}

function framed(payloads: readonly JsonObject[], wire: WireFormat): WireEvent[] {
  const events = payloads.map((json) => frameRecorded(json, wire))
  return wire === 'chat' ? [...events, rawEvent('data: [DONE]\n\n')] : events
}

function frameRecorded(json: JsonObject, wire: WireFormat): WireEvent {
  if (wire === 'gemini') return dataEvent(json, 1, '\r\n')
  const name = wire === 'chat' ? undefined : optionalText(json['type'])
  return name === undefined ? dataEvent(json, 1) : namedEvent(name, json, 1)
}

/** Selects one of several consecutive Responses in a file; each begins with `response.created`. */
function nthResponse(payloads: readonly JsonObject[], response: number): readonly JsonObject[] {
  const starts = payloads.flatMap((json, at) => (json['type'] === 'response.created' ? [at] : []))
  return starts.length < 2 ? payloads : payloads.slice(starts[response - 1] ?? payloads.length, starts[response])
}

/** Adds the last blank line that the server sent and some files lack. A bare JSON error at the end had none. */
function completeEvent(event: WireEvent): WireEvent {
  const text = event.bytes.toString('latin1')
  if (/(\r?\n)\1$/.test(text)) return event
  if (!text.startsWith('data:')) return { ...event, apart: true }
  return { ...event, bytes: Buffer.concat([event.bytes, Buffer.from('\r\n\r\n')]) }
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}
