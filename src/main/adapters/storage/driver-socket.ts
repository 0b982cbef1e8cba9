import { Socket } from 'node:net'

/**
 * Protocol version in the first message of a connection: `Int32 length, Int32 196608` (PostgreSQL's manual, § Message
 * Formats, StartupMessage).
 */
const PROTOCOL_3 = 196_608

/**
 * Creates a socket that works around two bugs of the driver (postgres 3.4.9, connection.js) that would make the app
 * hang after the database was unavailable.
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
 * Not for TLS: the driver wraps the socket, and the wrapper's errors do not pass through this class.
 */
export function createDriverSocket(address: { path: string } | { host: string; port: number }): Socket {
  const socket = new DriverSocket()
  // The driver's own immediate is queued between these two.
  setImmediate(() => setImmediate(() => socket.closeIfSilent()))
  return socket.connect(address)
}

class DriverSocket extends Socket {
  #hasSpoken = false
  #wasConnected = false

  constructor() {
    super()
    this.once('connect', () => (this.#wasConnected = true))
  }

  closeIfSilent(): void {
    if (!this.#hasSpoken) this.destroy()
  }

  // Overrides `_write`, because `connect` restores the original `write`.
  override _write(chunk: unknown, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const sent = !this.#hasSpoken && chunk instanceof Uint8Array ? fromGreeting(chunk) : chunk
    this.#hasSpoken = true
    super._write(sent, encoding, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(this.#wasConnected ? null : error, callback)
  }
}

function fromGreeting(data: Uint8Array): Uint8Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let start = 0; start + 8 <= data.length; start++) {
    const isGreeting = view.getInt32(start) === data.length - start && view.getInt32(start + 4) === PROTOCOL_3
    if (isGreeting) return data.subarray(start)
  }
  return data
}
