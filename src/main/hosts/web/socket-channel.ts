import type { RawData, WebSocket } from 'ws'

import type { ServerChannel } from '../serve-channel.ts'

/** Bytes that may be pending for a slow client before its feeds are paused. */
const HIGH_WATER = 1024 * 1024
/** Pending bytes at which a client is disconnected: it makes calls without reading any of the answers. */
const GIVE_UP = 128 * 1024 * 1024
const HEARTBEAT_MS = 15_000

const UNSUPPORTED_DATA = 1003

/**
 * Wraps a WebSocket in a channel. `send` waits while the client is slow. A client with too many pending bytes is
 * disconnected, and so is one that has neither answered a ping nor received anything for two heartbeats.
 */
export function createSocketChannel(socket: WebSocket): ServerChannel {
  let waiting: (() => void)[] = []
  const release = () => {
    if (socket.bufferedAmount > HIGH_WATER && socket.readyState === socket.OPEN) return
    const ready = waiting
    waiting = []
    for (const go of ready) go()
  }
  // An error is always followed by close, which is handled.
  socket.on('error', () => {})
  socket.on('close', release)
  keepAlive(socket)
  return {
    send(message) {
      socket.send(message, release)
      if (socket.bufferedAmount > GIVE_UP) socket.terminate()
      return socket.bufferedAmount <= HIGH_WATER ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return socket.close(UNSUPPORTED_DATA, 'text frames only')
        listener(asText(data))
      })
    },
    onClose(listener) {
      socket.on('close', listener)
    },
  }
}

/** A laptop in standby does not close its connections: only an unanswered ping reveals it. */
function keepAlive(socket: WebSocket): void {
  let missed = 0
  let buffered = 0
  const markAlive = () => {
    missed = 0
  }
  socket.on('pong', markAlive)
  socket.on('message', markAlive)
  const timer = setInterval(() => {
    if (socket.bufferedAmount < buffered) markAlive()
    buffered = socket.bufferedAmount
    if (missed >= 2) return socket.terminate()
    missed += 1
    socket.ping()
  }, HEARTBEAT_MS)
  timer.unref()
  socket.on('close', () => clearInterval(timer))
}

function asText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8')
}
