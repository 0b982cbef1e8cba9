import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { OpenAPIHandler } from '@orpc/openapi/node'
import { BodyLimitPlugin } from '@orpc/server/node'

import { ok, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import type { Logger } from '../../core/ports/system-ports.ts'
import { baseUrl, listen, type ListenPlace } from '../listen.ts'
import { createContractRouter } from '../serve-contract.ts'
import { apiFailure, failureOf, failureStatus } from './api-failure.ts'
import type { ApiTokens } from './api-tokens.ts'
import { API_PREFIX, DOCUMENT_PATH, openApiDocument } from './openapi-document.ts'
import { accessOf, accessWith, type ApiAccess, checkScope } from './operation-access.ts'
import { requestRefusal } from './request-refusal.ts'

export interface ServeApiOptions extends ListenPlace {
  readonly tokens: ApiTokens
  readonly version: string
  readonly logger: Logger
  /** Larger requests are refused, bytes. */
  readonly maxBodyBytes?: number
}

export interface ApiServer {
  /** Where operations are found: `${url}/agents/create`. */
  readonly url: string
  close(): Promise<void>
}

/** The longest prompt of the contract at three bytes per character, plus room for the rest of the request. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** Serves the contract as HTTP with server-sent events, to programs that have a token. Resolves when it listens. */
export async function serveApi(engine: Engine, options: ServeApiOptions): Promise<Result<ApiServer>> {
  const { address, tokens, logger } = options
  const server = createServer()
  const listening = await listen(server, options, logger)
  if (!listening.ok) return listening
  const url = baseUrl(address, listening.value) + API_PREFIX
  const document = JSON.stringify(await openApiDocument(options.version, url))
  const handler = createHandler(engine, options)
  const open = watchRevocations(tokens)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = await tokens.find(bearer(request))
    const refusal = requestRefusal(factsOf(request, token !== null), address)
    if (refusal !== null) return fail(response, refusal.status, refusal.code, refusal.message)
    if (token === null) throw new Error('A request without a token was not refused')
    await tokens.use(token.id)
    open.add(token.id, response)
    setHeaders(response)
    if (request.method === 'GET' && request.url === DOCUMENT_PATH) return sendJson(response, 200, document)
    const { matched } = await handler.handle(request, response, { prefix: API_PREFIX, context: accessWith(token) })
    if (!matched) fail(response, 404, 'NOT_FOUND', `No such operation. ${DOCUMENT_PATH} describes all of them.`)
  }

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      logger.error('Bug: a request failed', { error: String(error) })
      response.destroy()
    })
  })
  return ok({
    url,
    async close() {
      open.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  })
}

function createHandler(engine: Engine, { logger, maxBodyBytes = MAX_BODY_BYTES }: ServeApiOptions) {
  return new OpenAPIHandler<ApiAccess>(createContractRouter(engine, logger), {
    filter: ({ path }) => accessOf(path) !== 'none',
    plugins: [new BodyLimitPlugin({ maxBodySize: maxBodyBytes })],
    customErrorResponseBodyEncoder: failureOf,
    clientInterceptors: [
      ({ next, path, context }) => {
        checkScope(path, context.token)
        return next()
      },
    ],
    interceptors: [
      async ({ next }) => {
        const result = await next()
        const status = result.matched ? failureStatus(result.response.body) : null
        return result.matched && status !== null ? { ...result, response: { ...result.response, status } } : result
      },
    ],
  })
}

function bearer({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

function factsOf({ method = '', headers }: IncomingMessage, hasToken: boolean) {
  const { host, origin, 'content-type': contentType } = headers
  return { method, hasToken, host, origin, contentType }
}

/** No header of CORS: a page of another origin cannot read an answer. */
function setHeaders(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text)
}

/** Answers without reading the body, so the connection cannot be used again. */
function fail(response: ServerResponse, status: number, code: string, message: string): void {
  setHeaders(response)
  response.setHeader('connection', 'close')
  if (status === 401) response.setHeader('www-authenticate', 'Bearer')
  sendJson(response, status, JSON.stringify(apiFailure(code, message)))
}

/** Interval of the check for tokens that another process revoked, ms. */
const LOOK_EVERY_MS = 1_000

interface OpenRequests {
  add(tokenId: string, response: ServerResponse): void
  stop(): void
}

/** Ends the requests of revoked tokens, such as feeds, which would otherwise go on for ever. */
function watchRevocations(tokens: ApiTokens): OpenRequests {
  const open = new Map<ServerResponse, string>()
  const timer = setInterval(() => {
    for (const [response, id] of open) {
      void tokens.isValid(id).then((isValid) => (isValid ? undefined : response.destroy()))
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    add(tokenId, response) {
      open.set(response, tokenId)
      response.once('close', () => open.delete(response))
    },
    stop: () => clearInterval(timer),
  }
}
