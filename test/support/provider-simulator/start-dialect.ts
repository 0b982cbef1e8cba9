import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

import { isJsonObject, type JsonObject, parseJson } from '../../../src/shared/json.ts'
import { type Dialect, type DialectApi, refusalOf } from './dialect.ts'
import type { Simulator } from './simulator.ts'

/** A request as a dialect received it. */
export interface DialectRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Why a request is refused. */
export interface DialectRefusal {
  readonly status: number
  readonly message: string
}

/** A server with the dialect of one service. What it accepts is answered by the simulator, with the rules of the API. */
export interface DialectServer {
  readonly baseUrl: string
  /** The bodies that came, refused ones too. */
  readonly bodies: readonly JsonObject[]
  /** The words of refusals. */
  readonly refused: readonly string[]
  readonly close: () => Promise<void>
}

/** Where the simulator answers for an API, and as which model; null: any. */
const BEHIND = {
  chat: { host: 'local', path: '/chat/completions', model: null },
  responses: { host: 'xai', path: '/responses', model: 'grok-4.7' },
  messages: { host: 'anthropic', path: '/v1/messages', model: 'claude-haiku-4-5' },
  gemini: { host: 'google', path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse', model: null },
} as const satisfies Record<DialectApi, object>

/** `authorise` returns why a request may not be answered, in place of a look at the usual key; null: it may. */
export async function startDialect(
  dialect: Dialect,
  simulator: Simulator,
  authorise?: (request: DialectRequest) => DialectRefusal | null,
): Promise<DialectServer> {
  const { base = '', path: operation, errorBody = usualError } = dialect
  const bodies: JsonObject[] = []
  const refused: string[] = []
  const server = createServer((message, response) => {
    void serve(message, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = message
    const { pathname } = new URL(url, 'http://dialect')
    const text = Buffer.concat(await Array.fromAsync(message)).toString('utf8')
    const unauthorised = authorise?.({ method, path: url, headers, text }) ?? null
    if (unauthorised !== null) return refuse(response, unauthorised)
    if (method === 'GET' && pathname.endsWith('/models') && dialect.hasNoList !== true)
      return send(response, 200, { object: 'list', data: [{ id: dialect.model, object: 'model' }] })
    const body = text === '' ? undefined : parseJson(text)
    if (pathname !== base + operation || !isJsonObject(body))
      return send(response, 404, errorBody(404, `Unknown path ${pathname}`))
    bodies.push(body)
    const refusal = refusalOf(dialect, body, authorise === undefined ? headers : null)
    return refusal === null ? forward(body, response) : refuse(response, refusal)
  }

  function refuse(response: ServerResponse, { status, message }: DialectRefusal): void {
    refused.push(message)
    send(response, status, errorBody(status, message))
  }

  async function forward(body: JsonObject, response: ServerResponse): Promise<void> {
    const { host, path, model } = BEHIND[dialect.api]
    // The services send usage unasked.
    const usage = dialect.api === 'chat' ? { stream_options: { include_usage: true } } : {}
    const { anthropic_version: _version, ...rest } = body
    const answered = await fetch(simulator.baseUrls[host] + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(model === null ? { ...rest, ...usage } : { ...rest, model }),
    })
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? 'text/plain' })
    for await (const chunk of answered.body ?? []) response.write(chunk)
    response.end()
  }

  return {
    baseUrl: `http://127.0.0.1:${port}${base}`,
    bodies,
    refused,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function usualError(status: number, message: string): JsonObject {
  const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
  return { type: 'error', error: { message, type } }
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
