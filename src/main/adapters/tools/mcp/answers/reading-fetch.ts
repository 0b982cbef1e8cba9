import type { Transformer } from 'node:stream/web'

import { isJsonObject } from '../../../../../shared/json.ts'
import type { AnswerReader } from './answer-reader.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Returns a `fetch` whose answers are read by the reader before the SDK gets them: JSON and server-sent events. */
export function readingFetch(reader: AnswerReader): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const type = response.headers.get('content-type') ?? ''
    if (response.body === null) return response
    if (!response.ok) return withBody(response, reader.hide(await response.text()))
    if (/\bjson\b/.test(type)) return withBody(response, reader.read(await response.text(), requestIn(init?.body)))
    if (!type.startsWith('text/event-stream')) return response
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new TransformStream(new EventReader(reader, requestIn(init?.body))))
      .pipeThrough(new TextEncoderStream())
    return withBody(response, events)
  }
}

/** Returns the id of the request in a body; null: there is none, or several. */
function requestIn(body: unknown): number | string | null {
  if (typeof body !== 'string' || !body.startsWith('{')) return null
  const message: unknown = JSON.parse(body)
  const id = isJsonObject(message) ? message['id'] : undefined
  return typeof id === 'number' || typeof id === 'string' ? id : null
}

/** The body is decoded, whatever the header says. */
function withBody({ status, statusText, headers, url }: Response, body: string | ReadableStream): Response {
  const kept = new Headers(headers)
  kept.delete('content-encoding')
  kept.delete('content-length')
  const made = new Response(body, { status, statusText, headers: kept })
  return Object.defineProperty(made, 'url', { value: url })
}

/** Reads events whose data is one line, which JSON is. Everything else stays as it is. */
class EventReader implements Transformer<string, string> {
  readonly #reader: AnswerReader
  readonly #request: number | string | null
  #rest = ''

  constructor(reader: AnswerReader, request: number | string | null) {
    this.#reader = reader
    this.#request = request
  }

  transform(chunk: string, controller: TransformStreamDefaultController<string>): void {
    const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'))
    if (end < 0) {
      this.#rest += chunk
      return
    }
    const complete = this.#rest + chunk.slice(0, end + 1)
    this.#rest = chunk.slice(end + 1)
    controller.enqueue(this.#read(complete))
  }

  flush(controller: TransformStreamDefaultController<string>): void {
    if (this.#rest !== '') controller.enqueue(this.#read(this.#rest))
  }

  #read(text: string): string {
    return text.replaceAll(/^data:(.+)$/gm, (line, data: string) => {
      const read = this.#reader.read(data.trim(), this.#request)
      return read === data.trim() ? line : `data: ${read}`
    })
  }
}
