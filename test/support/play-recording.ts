import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

import { isJsonObject } from '../../src/shared/json.ts'
import type { JsonObject } from '../../src/shared/json.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/wire/', import.meta.url))

/** Returns the events of a recording as bytes in the provider's framing (test/fixtures/wire/index.json). */
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

/** Returns the parsed events of a recording, for tests that inspect them. */
export function recordedJson(file: string): JsonObject[] {
  return recordedEvents(file).flatMap((bytes) => {
    const data = /^data: ?(.*)$/m.exec(bytes.toString())?.[1]
    return data === undefined || data === '[DONE]' ? [] : [parseObject(data)]
  })
}

/** Frames one event of a stream, with an `event:` line, which the Anthropic SDK needs, if it has a type. */
export function frame(json: string): Buffer {
  const type = /"type"\s*:\s*"([^"]+)"/.exec(typeOfEvent(json))?.[1]
  return Buffer.from(`${type === undefined ? '' : `event: ${type}\n`}data: ${json.trim()}\n\n`)
}

function typeOfEvent(json: string): string {
  const { type } = parseObject(json)
  return typeof type === 'string' ? JSON.stringify({ type }) : ''
}

/**
 * Splits a file into events. Firebase's files lack the last blank line. An error body at the end is not framed and sent
 * as a separate chunk.
 */
function splitEvents(file: string, text: string): Buffer[] {
  const pieces = text.split(/(?<=\r?\n\r?\n)/).filter((piece) => piece.trim() !== '')
  const last = pieces.pop() ?? ''
  const isBare = !/^(data|event|:)/.test(last.trim())
  const isWhole = /\n\r?\n$/.test(last) || isBare || !file.startsWith('gemini/')
  return [...pieces, isWhole ? last : `${last}\r\n\r\n`].map((piece) => Buffer.from(piece))
}

/** How the bytes are divided into chunks. */
export type Delivery = 'events' | 'whole' | 'bytes'

/** Writes the events and ends the response. Each chunk is sent before the next one is written. */
export async function deliver(
  response: ServerResponse,
  events: readonly Buffer[],
  delivery: Delivery = 'events',
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const chunk of chunks(events, delivery)) {
    await new Promise<void>((resolve) => {
      response.write(chunk, () => {
        // Lets the client read before the next chunk is appended to its buffer.
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

/** Starts a local server that sends one scripted answer after the other, and then repeats the last one. */
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
