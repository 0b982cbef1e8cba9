import { Socket } from 'node:net'

import { DriverProtocol, type DriverSocket, type SocketAddress } from './driver-protocol.ts'
import { createTlsSocket, type TlsDemand } from './tls-socket.ts'

/**
 * Creates a socket that works around three bugs of the driver (postgres 3.4.9, connection.js) that would make the app
 * hang or fail after the database was unavailable.
 *
 * If a connection breaks while bytes wait for the driver's next `setImmediate`, it never sends anything again: every
 * reconnect times out until the accumulated bytes are finally written, after the remains of the old ones. Therefore a
 * socket on which the driver does not send anything immediately is closed, so that the driver tries again at once; and
 * the first data sent begins with the driver's startup message, anything before it is dropped.
 *
 * A query that is given to a connection between its `error` and its `close` is never answered, and all queries after it
 * wait for ever. Therefore an established connection ends without an `error`: the driver then rejects its pending
 * queries.
 *
 * An error that ends an established connection stays in the driver, and the first statement of the next connection is
 * rejected with it. Therefore the driver does not get it; `lastMessage` has it for the statements that it ended.
 *
 * With `tls` the socket encrypts by itself: the driver would wrap the socket, and the wrapper would have these bugs.
 */
export function createDriverSocket(address: SocketAddress, tls: TlsDemand | null = null): DriverSocket {
  const socket = tls === null ? new PlainSocket().connect(address) : createTlsSocket(address, tls)
  // The driver's own immediate is queued between these two.
  setImmediate(() => setImmediate(() => socket.closeIfSilent()))
  return socket
}

class PlainSocket extends Socket {
  readonly #protocol = new DriverProtocol()
  #wasConnected = false

  constructor() {
    super()
    this.once('connect', () => (this.#wasConnected = true))
  }

  get lastMessage(): Error | null {
    return this.#protocol.lastMessage
  }

  override push(received: unknown, encoding?: BufferEncoding): boolean {
    if (!(received instanceof Buffer)) return super.push(received, encoding)
    const bytes = this.#protocol.received(received)
    return bytes.length === 0 || super.push(bytes, encoding)
  }

  closeIfSilent(): void {
    if (!this.#protocol.hasSpoken) this.destroy()
  }

  // Overrides `_write`, because `connect` restores the original `write`.
  override _write(chunk: unknown, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    super._write(this.#protocol.sent(chunk), encoding, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(this.#wasConnected ? null : error, callback)
  }
}
