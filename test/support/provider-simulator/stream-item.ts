import type { JsonObject } from '../../../src/shared/json.ts'
import { parseObject } from './read-json.ts'

/** One server-sent event (or comment, or raw bytes) in the form that is sent. */
export interface WireEvent {
  readonly type: 'event'
  /** The `event:` line. */
  readonly name?: string
  /** The payload, if it is a JSON object. */
  readonly json?: JsonObject
  /** The exact bytes, including framing and blank line. */
  readonly bytes: Buffer
  /** Approximate number of tokens in the event, for the pace. */
  readonly tokens: number
  /** Sent in a separate network chunk, as far as possible. */
  readonly apart?: true
}

/** Pauses the stream until the test releases it. */
interface StreamHold {
  readonly type: 'hold'
  readonly name: string
}

/** Sends nothing for this time, ms. */
interface StreamPause {
  readonly type: 'pause'
  readonly ms: number
}

/** Resets the connection. */
interface StreamReset {
  readonly type: 'reset'
}

export type StreamItem = WireEvent | StreamHold | StreamPause | StreamReset

/** Returns an event in the framing of Anthropic and OpenAI: LF line ends, and an `event:` line if it has a name. */
export function namedEvent(name: string, json: JsonObject, tokens = 0): WireEvent {
  const bytes = Buffer.from(`event: ${name}\ndata: ${JSON.stringify(json)}\n\n`)
  return { type: 'event', name, json, bytes, tokens }
}

/** Returns an event that has only a `data:` line. Gemini ends its lines with CRLF. */
export function dataEvent(json: JsonObject, tokens = 0, lineEnd: '\n' | '\r\n' = '\n'): WireEvent {
  return { type: 'event', json, bytes: Buffer.from(`data: ${JSON.stringify(json)}${lineEnd}${lineEnd}`), tokens }
}

/** Returns bytes that are not a JSON event: a comment, `[DONE]`, garbage. */
export function rawEvent(bytes: Buffer | string): WireEvent {
  return { type: 'event', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, tokens: 0 }
}

/** Returns bytes that must not reach the client in one chunk with their neighbours. */
export function apart(bytes: Buffer | string, tokens = 0): WireEvent {
  return { ...rawEvent(bytes), tokens, apart: true }
}

/** Returns the event with another payload, in the same framing. */
export function withPayload(event: WireEvent, json: JsonObject): WireEvent {
  if (event.name !== undefined) return namedEvent(event.name, json, event.tokens)
  return dataEvent(json, event.tokens, event.bytes.includes('\r\n') ? '\r\n' : '\n')
}

/** Splits recorded bytes at blank lines; every piece keeps its exact bytes. */
export function splitEvents(bytes: Buffer): WireEvent[] {
  const events: WireEvent[] = []
  let start = 0
  while (start < bytes.length) {
    const end = endOfEvent(bytes, start)
    events.push(readEvent(bytes.subarray(start, end)))
    start = end
  }
  return events
}

/** Parses one recorded server-sent event. */
function readEvent(bytes: Buffer): WireEvent {
  const lines = bytes.toString('utf8').split(/\r?\n/)
  const name = lines
    .find((line) => line.startsWith('event:'))
    ?.slice('event:'.length)
    .trim()
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length).trim())
  const json = parseObject(data.join('\n'))
  return {
    type: 'event',
    bytes,
    tokens: 1,
    ...(name === undefined ? {} : { name }),
    ...(json === undefined ? {} : { json }),
  }
}

function endOfEvent(bytes: Buffer, start: number): number {
  const lf = bytes.indexOf('\n\n', start)
  const crlf = bytes.indexOf('\r\n\r\n', start)
  const ends = [lf < 0 ? bytes.length : lf + 2, crlf < 0 ? bytes.length : crlf + 4]
  return Math.min(...ends)
}
