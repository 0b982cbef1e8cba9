import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

import { WebSocketServer } from 'ws'

import { ENGINE_SOCKET_PATH } from '../../../shared/host-bridge.ts'
import type { ServerChannel } from '../serve-channel.ts'
import { isOwnHost, isOwnOrigin } from './access.ts'
import type { Access } from './access.ts'
import { createSocketChannel } from './socket-channel.ts'

export interface AcceptSocketsOptions {
  readonly access: Access
  readonly address: string
  readonly maxFrameBytes: number
  readonly serve: (channel: ServerChannel) => void
}

const GOING_AWAY = 1001

/** Takes the window's WebSockets: from our own page, by one of our own names, with a session. */
export function acceptSockets(server: Server, options: AcceptSocketsOptions): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: options.maxFrameBytes, perMessageDeflate: false })
  server.on('upgrade', (request, connection, head) => {
    const refusal = refusalOf(request, options)
    if (refusal !== null) return refuse(connection, refusal)
    sockets.handleUpgrade(request, connection, head, (socket) => options.serve(createSocketChannel(socket)))
  })
  return {
    close() {
      for (const socket of sockets.clients) {
        socket.close(GOING_AWAY, 'ikigai was closed')
        // A client that does not answer the goodbye must not hold up the exit.
        socket.terminate()
      }
      sockets.close()
    },
  }
}

function refusalOf(request: IncomingMessage, { access, address }: AcceptSocketsOptions): number | null {
  const { host, origin } = request.headers
  if (!isOwnHost(host, address)) return 421
  if (!isOwnOrigin(origin, host)) return 403
  if (!access.hasSession(request)) return 401
  return request.url === ENGINE_SOCKET_PATH ? null : 404
}

function refuse(connection: Duplex, status: number): void {
  // The other side may be gone already; there is nobody to tell then.
  connection.on('error', () => connection.destroy())
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
