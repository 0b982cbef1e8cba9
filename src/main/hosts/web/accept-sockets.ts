import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

import { type WebSocket, WebSocketServer } from 'ws'

import {
  DEMO_PROTOCOL,
  ENGINE_PROTOCOL,
  ENGINE_SOCKET_PATH,
  SESSION_PROTOCOL,
  WINDOW_PROTOCOL,
} from '../../../shared/host-bridge.ts'
import type { ClientAccess, ClientSessions } from '../client-access.ts'
import { isOwnHost, isOwnOrigin } from '../own-names.ts'
import type { ServerChannel } from '../serve-channel.ts'
import type { ConfirmedWindows } from './code-confirmation.ts'
import { createSocketChannel } from './socket-channel.ts'
import type { WebSession, WebSessions } from './web-sessions.ts'

const GOING_AWAY = 1001
const SESSION_ENDED = 4001

/** Interval of the check for sessions that another process ended, ms. */
const LOOK_EVERY_MS = 1_000
/** How often a connected window extends its session, ms. */
const USE_EVERY_MS = 60_000

/** Accepts the window's WebSockets: from our own page, under one of our own names, with a session. */
export function acceptSockets(
  server: Server,
  options: {
    readonly sessions: WebSessions
    readonly windows: ConfirmedWindows
    readonly address: string
    readonly maxFrameBytes: number
    readonly serve: (channel: ServerChannel, access: ClientAccess) => void
    /** Serves a window that asks for the demo. */
    readonly serveDemo: (channel: ServerChannel, access: ClientAccess) => void
  },
): { close(): void } {
  const { sessions, windows } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.maxFrameBytes,
    perMessageDeflate: false,
    // Never choose the protocol that holds the session, because the chosen one is sent back.
    handleProtocols: (offered) => (offered.has(ENGINE_PROTOCOL) ? ENGINE_PROTOCOL : false),
  })
  const sessionOf = new Map<WebSocket, string>()
  server.on('upgrade', (request, connection, head) => {
    // The client may disconnect before it has its response.
    connection.on('error', () => connection.destroy())
    void admit(request, sessions, options.address).then((admitted) => {
      if (typeof admitted === 'number') return refuse(connection, admitted)
      sockets.handleUpgrade(request, connection, head, (socket) => {
        sessionOf.set(socket, admitted.id)
        socket.on('close', () => sessionOf.delete(socket))
        const confirmation = windows.forConnection(admitted.id, offeredValue(request, WINDOW_PROTOCOL))
        const serve = offeredValue(request, DEMO_PROTOCOL) === null ? options.serve : options.serveDemo
        serve(createSocketChannel(socket), { confirmation, sessions: sessionsFor(admitted.id, sessions) })
      })
    })
  })
  const stopLooking = closeEnded(sessions, sessionOf)
  return {
    close() {
      stopLooking()
      for (const socket of sockets.clients) {
        socket.close(GOING_AWAY, 'ikigai was closed')
        // Do not wait for clients that never answer the close frame.
        socket.terminate()
      }
      sockets.close()
    },
  }
}

/** The sessions as listed for a window with one of them. */
function sessionsFor(ownId: string, sessions: WebSessions): ClientSessions {
  return {
    list: async () => (await sessions.list()).map((session) => ({ ...session, isThis: session.id === ownId })),
    end: (id) => sessions.end(id),
  }
}

/** Closes the sockets of sessions that were ended, and extends the others. Returns a function that stops this. */
function closeEnded(sessions: WebSessions, sessionOf: ReadonlyMap<WebSocket, string>): () => void {
  let sinceUse = 0
  const timer = setInterval(() => {
    sinceUse += LOOK_EVERY_MS
    const isUse = sinceUse >= USE_EVERY_MS
    if (isUse) sinceUse = 0
    for (const [socket, id] of sessionOf) {
      void sessions.isOpen(id).then(async (isOpen) => {
        if (!isOpen) socket.close(SESSION_ENDED, 'the session was ended')
        else if (isUse) await sessions.use(id)
      })
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns the session, or the status with which the request is refused. */
async function admit(request: IncomingMessage, sessions: WebSessions, address: string): Promise<WebSession | number> {
  const { host, origin } = request.headers
  if (!isOwnHost(host, address)) return 421
  if (!isOwnOrigin(origin, host)) return 403
  const session = await sessions.find(offeredValue(request, SESSION_PROTOCOL) ?? '')
  if (session === null) return 401
  if (request.url !== ENGINE_SOCKET_PATH) return 404
  await sessions.use(session.id)
  return session
}

/**
 * Returns the rest of the offered protocol with a prefix. Protocols are the only data that a page can send when it
 * opens a socket.
 */
function offeredValue(request: IncomingMessage, prefix: string): string | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return offered.find((name) => name.startsWith(prefix))?.slice(prefix.length) ?? null
}

function refuse(connection: Duplex, status: number): void {
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
