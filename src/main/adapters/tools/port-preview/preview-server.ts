import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { createServer as createListener, type Server as Listener, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { PREVIEW_DOMAIN, previewName } from '../../../../shared/port-preview.ts'
import { ok, refuse, type Result } from '../../../../shared/result.ts'
import { PreviewAccess, PREVIEW_COOKIE, type PreviewGrant } from './preview-access.ts'
import { COOKIE_ATTRIBUTES, previewPolicy } from './preview-headers.ts'
import { PreviewProxy } from './preview-proxy.ts'

/** A preview that can be opened. */
export interface PreviewServer {
  /** Returns an address that gives one browser access, within a minute. */
  address(grant: PreviewGrant): string
  /** Ends all connections at once, and takes no more. */
  close(): void
}

/** Most connections of browsers at the same time. */
const MAX_CONNECTIONS = 128
/** Begins the path at which a token becomes a cookie. */
const ENTRANCE = '/ikigai-preview/'

/**
 * Serves one port of an agent to browsers, under a host name of its own that nobody can guess. A cookie of that name is
 * sent to no other preview and to no other port that matters, and the pages have no origin and no site in common with
 * anything else. Both loopback addresses are taken, because browsers may ask either of them for the name.
 */
export async function servePreview({
  port,
  connect,
  now,
}: {
  /** The port in the network of the agent. */
  readonly port: number
  /** Connects to it. */
  readonly connect: () => Promise<Socket>
  /** ms since the epoch. */
  readonly now: () => number
}): Promise<Result<PreviewServer>> {
  const name = previewName(randomBytes(16).toString('hex'))
  const access = new PreviewAccess(now)
  const server = createServer()
  const opened = await openBoth(server)
  if (!opened.ok) return opened
  const host = `${name}.${PREVIEW_DOMAIN}:${opened.value.port}`
  const place = { host, port }
  const proxy = new PreviewProxy(place, connect)
  server.on('request', (request, response) => {
    const fail = (status: number, reason: string): void => answerPage(response, place, status, reason)
    const checked = checkRequest(request, { host, access })
    if (typeof checked !== 'string') return proxy.pass(request, response, { grant: checked, fail })
    if (checked === 'enter') return enter(request, response, { access, place })
    const [status, reason] = REFUSALS[checked]
    fail(status, reason)
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const fail = (status: number): void => refuseUpgrade(socket, status)
    const checked = checkRequest(request, { host, access })
    // Pages of other origins can open a WebSocket, and every browser says which page it is.
    if (typeof checked === 'string' || request.headers.origin === undefined) return fail(403)
    proxy.upgrade(request, socket, { head, grant: checked, fail })
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  return ok({
    address: (grant) => `http://${host}${ENTRANCE}${access.newToken(grant)}`,
    close() {
      opened.value.close()
      proxy.close()
    },
  })
}

const REFUSALS = {
  host: [421, 'This is not the name of a preview.'],
  path: [400, 'Only paths are served here.'],
  foreign: [403, 'This was asked for by another page.'],
  closed: [403, 'Open this preview in ikigai: its address gives one browser access, once, and within a minute.'],
} as const

/**
 * Returns what the browser may see, or why nothing. Only its own pages and the user ask a preview: a page of another origin
 * can lead the browser to no address but the entrance.
 */
function checkRequest(
  { headers, url = '', method }: IncomingMessage,
  {
    host,
    access,
  }: {
    readonly host: string
    readonly access: PreviewAccess
  },
): PreviewGrant | keyof typeof REFUSALS | 'enter' {
  if (headers.host?.toLowerCase() !== host) return 'host'
  if (!url.startsWith('/')) return 'path'
  if (url.startsWith(ENTRANCE)) return method === 'GET' ? 'enter' : 'path'
  const site = headers['sec-fetch-site']
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return 'foreign'
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign'
  return access.grantOf(headers.cookie) ?? 'closed'
}

/**
 * Makes a cookie of a token, and continues from a page of the preview's own, so that the next request is not one of the
 * window. The token is then in no address any more, and no page learns it.
 */
function enter(request: IncomingMessage, response: ServerResponse, { access, place }: Entering): void {
  const cookie = access.redeem((request.url ?? '').slice(ENTRANCE.length))
  if (cookie === null) return answerPage(response, place, ...REFUSALS.closed)
  const set = `${PREVIEW_COOKIE}=${cookie}; Path=/; HttpOnly; ${COOKIE_ATTRIBUTES}`
  response.writeHead(200, {
    ...previewPolicy(place, access.grantOf(`${PREVIEW_COOKIE}=${cookie}`) ?? { shownIn: null }),
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'set-cookie': set,
  })
  response.end('<!doctype html><title>ikigai</title><meta http-equiv="refresh" content="0;url=/">')
}

interface Entering {
  readonly access: PreviewAccess
  readonly place: { readonly host: string; readonly port: number }
}

function answerPage(response: ServerResponse, place: Entering['place'], status: number, reason: string): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Port ${place.port}</title><meta name="color-scheme" content="light dark"><body style="font:16px/1.5 system-ui,sans-serif;margin:2rem"><h1 style="font-size:1.25rem">Port ${place.port}: ${STATUS_CODES[status] ?? status}</h1><p>${escaped(reason)}`
  response.writeHead(status, {
    'content-security-policy': ERROR_POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(page),
  })
  response.end(page)
}

const ERROR_POLICY = "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

interface OpenListeners {
  readonly port: number
  close(): void
}

/** Tries that many ports of the system's choice. */
const ATTEMPTS = 20

/** Listens at the same port of both loopback addresses; where the system has no IPv6, at one. */
async function openBoth(server: Server): Promise<Result<OpenListeners>> {
  const sockets = new Set<Socket>()
  const opened = (): Listener => {
    const listener = createListener((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      server.emit('connection', socket)
    })
    listener.maxConnections = MAX_CONNECTIONS
    return listener
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [first, second] = [opened(), opened()]
    const close = (): void => {
      for (const listener of [first, second]) listener.close()
      for (const socket of sockets) socket.destroy()
      server.close()
    }
    const port = await listenAt(first, '127.0.0.1', 0)
    if (typeof port === 'string') return refuse(`The preview could not be opened: ${port}`)
    const other = await listenAt(second, '::1', port)
    if (typeof other === 'number' || NO_IPV6.has(other)) return ok({ port, close })
    close()
  }
  return refuse('The preview could not be opened: no port is free at both loopback addresses.')
}

const NO_IPV6: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Resolves with the port, or with the code of the system's error. */
function listenAt(listener: Listener, host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    listener.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    listener.listen({ host, port, exclusive: true }, () => {
      const bound = listener.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}
