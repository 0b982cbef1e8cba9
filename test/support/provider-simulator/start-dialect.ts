import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { isJsonObject, type JsonObject, parseJson } from '../../../src/shared/json.ts'
import type { Dialect } from './endpoint-dialects.ts'
import { refusalOf } from './endpoint-dialects.ts'
import type { Simulator } from './simulator.ts'

/** A server with the dialect of one service. What it accepts is answered by the simulator, with the rules of the API. */
export interface DialectServer {
  readonly baseUrl: string
  /** The bodies that came, refused ones too. */
  readonly bodies: readonly JsonObject[]
  /** The words of refusals. */
  readonly refused: readonly string[]
  readonly close: () => Promise<void>
}

/** The host and the model of the simulator that answer for an API. */
const BEHIND = {
  '/chat/completions': { host: 'local', model: null },
  '/responses': { host: 'xai', model: 'grok-4.7' },
  '/v1/messages': { host: 'anthropic', model: 'claude-haiku-4-5' },
} as const

export async function startDialect(dialect: Dialect, simulator: Simulator): Promise<DialectServer> {
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
    const path = new URL(message.url ?? '/', 'http://dialect').pathname
    const chunks = await Array.fromAsync(message)
    if (path.endsWith('/models') && message.method === 'GET')
      return send(response, 200, { object: 'list', data: [{ id: dialect.model, object: 'model' }] })
    const body = parseJson(Buffer.concat(chunks).toString('utf8'))
    if (path !== dialect.path || !isJsonObject(body)) return fail(response, 404, `Unknown path ${path}`)
    bodies.push(body)
    const refusal = refusalOf(dialect, body, message.headers)
    if (refusal !== null) {
      refused.push(refusal.message)
      return fail(response, refusal.status, refusal.message)
    }
    await forward(body, response)
  }

  async function forward(body: JsonObject, response: ServerResponse): Promise<void> {
    const behind = dialect.path === '/chat/completions' || dialect.path === '/responses' ? dialect.path : '/v1/messages'
    const { host, model } = BEHIND[behind]
    const usage = { stream_options: { include_usage: true } }
    const answered = await fetch(simulator.baseUrls[host] + behind, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', 'anthropic-version': '2023-06-01' },
      // The services send usage unasked.
      body: JSON.stringify(model === null ? { ...body, ...usage } : { ...body, model }),
    })
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? 'text/plain' })
    for await (const chunk of answered.body ?? []) response.write(chunk)
    response.end()
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    bodies,
    refused,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function fail(response: ServerResponse, status: number, message: string): void {
  const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
  send(response, status, { type: 'error', error: { message, type } })
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
