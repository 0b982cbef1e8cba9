import { isJsonObject } from '../../../../shared/json.ts'
import { ServerSaid, UnusableAnswer } from '../sdk-failure.ts'
import { parseJson } from '../wire-value.ts'
import { errorBody, errorIn } from './error-body.ts'
import { EventLines } from './event-lines.ts'

/**
 * Returns a fetch that converts vendors' responses to the form that the SDK reads: error bodies under `error`, and, if
 * a stream was requested, an unstreamed response as a stream of one event. Rejects with `ServerSaid` if an error comes
 * in place of an answer although the status is 200.
 */
export function compatibleFetch(inner: typeof fetch, wants: 'stream' | 'json'): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init)
    if (!response.ok) return withText(response, errorText(await response.text()))
    if (wants === 'json') return response
    if (!isJsonType(response)) return asEvents(response)
    const text = await response.text()
    return withText(response, asStream(text), 'text/event-stream')
  }
}

function isJsonType(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true
}

/** JSON in place of a stream: a whole answer, or an error. Events with the wrong type stay as they are. */
function asStream(text: string): string {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
  if (json === undefined) return text
  const error = errorIn(json)
  if (error !== null) throw new ServerSaid(error)
  if (Array.isArray(json)) return [...json.map(event), event('[DONE]')].join('')
  return event(json) + event('[DONE]')
}

function event(value: unknown): string {
  return `data: ${value === '[DONE]' ? value : JSON.stringify(value)}\n\n`
}

function withText(response: Response, text: string, type?: string): Response {
  const { status, statusText } = response
  return new Response(text, { status, statusText, headers: decodedHeaders(response, type) })
}

/** The body is already decoded. */
function decodedHeaders(response: Response, type?: string): Headers {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  if (type !== undefined) headers.set('content-type', type)
  return headers
}

/** Returns a text that is not JSON, or JSON without any sentence, unchanged. */
function errorText(text: string): string {
  const json = parseJson(text)
  const error = errorBody(json) ?? (isJsonObject(json) && Object.keys(json).length > 0 ? json : null)
  return error === null ? text : JSON.stringify({ error })
}

/** Longest beginning of a stream that is searched for an error in its first event, bytes. */
const MAX_HEAD = 65_536

/** Returns the response with its stream in the form that the SDK reads. */
async function asEvents(response: Response): Promise<Response> {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const lines = new EventLines()
  const head: Uint8Array[] = []
  let isOver = false
  while (!isOver && !hasFirstEvent(head)) isOver = await readInto(head)
  const problem = problemIn(FIRST_EVENT.exec(Buffer.concat(head).toString())?.[1]?.trim() ?? '')
  if (problem !== null) {
    await reader.cancel().catch(() => undefined)
    throw problem
  }

  /** Returns whether the body has ended. */
  async function readInto(pieces: Uint8Array[]): Promise<boolean> {
    const { done, value } = await reader.read()
    pieces.push(...(done ? lines.end() : lines.push(value)))
    return done
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const pieces = head.splice(0)
        while (pieces.length === 0 && !isOver) isOver = await readInto(pieces)
        for (const piece of pieces) controller.enqueue(piece)
        if (isOver) controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const { status, statusText } = response
  return new Response(body, { status, statusText, headers: decodedHeaders(response, 'text/event-stream') })
}

function hasFirstEvent(pieces: readonly Uint8Array[]): boolean {
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  return size > MAX_HEAD || FIRST_EVENT.test(Buffer.concat(pieces).toString())
}

const FIRST_EVENT = /^data: ?([^\r\n]*)\r?\n/m

/** Longest part of an event that is quoted, UTF-16 units. */
const MAX_QUOTE = 200

/** Returns what is wrong with the data of the first event; null: nothing. */
function problemIn(data: string): Error | null {
  if (data === '' || data === '[DONE]') return null
  const json = parseJson(data)
  if (json === undefined)
    return new UnusableAnswer(`an event that is not JSON: ${JSON.stringify(data.slice(0, MAX_QUOTE))}`)
  const error = errorIn(json)
  return error === null ? null : new ServerSaid(error)
}
