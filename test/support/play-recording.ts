import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

import { isJsonObject } from '../../src/shared/json.ts'
import type { JsonObject } from '../../src/shared/json.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/wire/', import.meta.url))

/** A recording as the bytes of its events, framed as the provider frames them (test/fixtures/wire/index.json). */
export function recordedEvents(file: string): Buffer[] {
  const text = readFileSync(FIXTURES + file, 'utf8')
  if (file.endsWith('.chunks.jsonl'))
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(frame)
  if (file.endsWith('.json')) {
    const body: unknown = JSON.parse(text)
    const list: readonly unknown[] = Array.isArray(body) ? body : [body]
    return list.map((event) => frame(JSON.stringify(event)))
  }
  return splitEvents(file, text)
}

/** The parsed events of a recording, for tests that look at what was sent. */
export function recordedJson(file: string): JsonObject[] {
  return recordedEvents(file).flatMap((bytes) => {
    const data = /^data: ?(.*)$/m.exec(bytes.toString())?.[1]
    return data === undefined || data === '[DONE]' ? [] : [parseObject(data)]
  })
}

/** One event of a stream: `event:` lines as the Anthropic SDK needs them, none where there is no type. */
export function frame(json: string): Buffer {
  const type = /"type"\s*:\s*"([^"]+)"/.exec(typeOfEvent(json))?.[1]
  return Buffer.from(`${type === undefined ? '' : `event: ${type}\n`}data: ${json.trim()}\n\n`)
}

function typeOfEvent(json: string): string {
  const { type } = parseObject(json)
  return typeof type === 'string' ? JSON.stringify({ type }) : ''
}

/** Firebase's files lack the last blank line; an error body at the end stays bare, in a chunk of its own. */
function splitEvents(file: string, text: string): Buffer[] {
  const pieces = text.split(/(?<=\r?\n\r?\n)/).filter((piece) => piece.trim() !== '')
  const last = pieces.pop() ?? ''
  const isBare = !/^(data|event|:)/.test(last.trim())
  const isWhole = /\n\r?\n$/.test(last) || isBare || !file.startsWith('gemini/')
  return [...pieces, isWhole ? last : `${last}\r\n\r\n`].map((piece) => Buffer.from(piece))
}

/** How the bytes reach the client. */
export type Delivery = 'events' | 'whole' | 'bytes'

/** Writes the events and ends. Each chunk is on its way before the next is written. */
export async function deliver(
  response: ServerResponse,
  events: readonly Buffer[],
  delivery: Delivery = 'events',
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const chunk of chunks(events, delivery)) {
    await new Promise<void>((resolve) => {
      response.write(chunk, () => {
        // Lets the client read before the next chunk joins this one in its buffer.
        setImmediate(resolve)
      })
    })
  }
  response.end()
}

function chunks(events: readonly Buffer[], delivery: Delivery): Buffer[] {
  const whole = Buffer.concat(events)
  if (delivery === 'whole') return [whole]
  return delivery === 'events' ? [...events] : Array.from(whole, (byte) => Buffer.from([byte]))
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  return isJsonObject(value) ? value : {}
}

interface PlayedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: JsonObject
}

export interface Playback {
  readonly url: string
  readonly requests: PlayedRequest[]
  /** Resolves when the client has closed the connection of the current answer. */
  readonly closedByClient: Promise<void>
  stop(): Promise<void>
}

export type Answer = (response: ServerResponse, request: PlayedRequest) => void | Promise<void>

/** A server on this machine that gives one scripted answer after the other, the last one again and again. */
export async function playAnswers(...answers: readonly Answer[]): Promise<Playback> {
  const requests: PlayedRequest[] = []
  const closed = Promise.withResolvers<void>()
  const server = createServer((incoming, response) => {
    const received: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => received.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(received).toString()
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: parseObject(text || '{}') }
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push(request)
      response.on('close', () => {
        if (!response.writableFinished) closed.resolve()
      })
      void answer?.(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    closedByClient: closed.promise,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** Serves one recording for every request. */
export function playRecording(file: string, delivery?: Delivery): Promise<Playback> {
  const events = recordedEvents(file)
  return playAnswers((response) => deliver(response, events, delivery))
}
