import { Socket } from 'node:net'

/** The first words of a connection: `Int32 length, Int32 196608` (PostgreSQL's manual, § Message Formats, StartupMessage). */
const PROTOCOL_3 = 196_608

/**
 * A socket that keeps two faults of the driver (postgres 3.4.9, connection.js) from hanging the app after its database
 * was gone.
 *
 * A connection that breaks while bytes wait for the driver's next `setImmediate` never sends anything again; every
 * reconnect ends in its time-out, until the bytes that pile up are written at last, behind what was left from before.
 * Hence a socket on which the driver says nothing at once is closed, so that it tries again at once, and of what is sent
 * first, only the driver's greeting and what follows is sent.
 *
 * A query that is given to a connection between its `error` and its `close` is never answered, and everything behind it
 * waits for ever. Hence a connection that was there ends without an `error`: the driver then rejects what it holds.
 *
 * Not for TLS, which the driver puts round the socket and whose errors pass it by.
 */
export function createDriverSocket(address: { path: string } | { host: string; port: number }): Socket {
  const socket = new DriverSocket()
  // The driver's own immediate is queued between the two.
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

  // Not `write`: `connect` puts the original one back.
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
