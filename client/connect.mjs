// The client of the HTTP API. Plain JavaScript, because Node strips no types of packages in node_modules, and any Node
// from 20 on must be able to read it. Its types are those of the contract (connect.d.mts).
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** @typedef {{ readonly signal?: AbortSignal | undefined }} CallOptions */
/** @typedef {(path: string, input: unknown, options: CallOptions) => Promise<unknown>} Call */

/** A request that was refused, or a bug. Expected failures of an operation are values (`ok: false`). */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   */
  constructor(code, message, status) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
  }
}

/**
 * @param {import('./connect.d.mts').ConnectOptions} options
 * @returns {object}
 */
export function connect({ url, token, fetch = globalThis.fetch }) {
  /** @type {Call} */
  async function call(path, input, { signal }) {
    const stop = new AbortController()
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input ?? {}),
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
    })
    const isFeed = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    return isFeed && response.body !== null ? readFeed(response.body, stop) : readAnswer(response)
  }
  return new Proxy({}, { get: (_target, group) => operations(String(group), call) })
}

/**
 * @param {string} group
 * @param {Call} call
 */
function operations(group, call) {
  /** @type {(name: string) => (input: unknown, options?: CallOptions) => Promise<unknown>} */
  const operation =
    (name) =>
    (input, options = {}) =>
      call(`${group}/${name}`, input, options)
  return new Proxy({}, { get: (_target, name) => operation(String(name)) })
}

/** @param {Response} response */
async function readAnswer(response) {
  const text = await response.text()
  const answer = text === '' ? undefined : parse(text)
  const code = field(answer, 'code')
  if (field(answer, 'ok') === false && typeof code === 'string') {
    throw new ApiError(code, String(field(field(answer, 'error'), 'message')), response.status)
  }
  if (answer === undefined) {
    const message = `This is no answer of ikigai (HTTP ${response.status}). Check the url.`
    throw new ApiError('NOT_IKIGAI', message, response.status)
  }
  return answer
}

/**
 * Returns undefined if the text is not JSON.
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
function field(value, name) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * Yields the batches of a feed. Leaving the loop, or an abort of the signal, ends it on both sides.
 * @param {ReadableStream<Uint8Array>} body
 * @param {AbortController} stop
 */
async function* readFeed(body, stop) {
  try {
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events) {
      if (event === 'done') return
      const batch = parse(data)
      if (event === 'error') {
        throw new ApiError(
          String(field(batch, 'code')),
          String(field(batch, 'message')),
          Number(field(batch, 'status')),
        )
      }
      yield batch
    }
  } finally {
    stop.abort()
  }
}
