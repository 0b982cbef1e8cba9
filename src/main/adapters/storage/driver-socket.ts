import { Socket } from 'node:net'

/**
 * Protocol version in the first message of a connection: `Int32 length, Int32 196608` (PostgreSQL's manual, § Message
 * Formats, StartupMessage).
 */
const PROTOCOL_3 = 196_608
/** `E` begins an ErrorResponse; a message begins with its type and its length without the type. */
const ERROR_RESPONSE = 0x45
const HEADER = 5
/** Bytes of the longest such message that is looked for. */
const MAX_ERROR = 4_096
/** A ReadyForQuery without its last byte, the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
/** Severities after which the server closes the connection. */
const ENDING: readonly string[] = ['FATAL', 'PANIC']

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
 * Not for TLS: the driver wraps the socket, and the wrapper's errors do not pass through this class.
 */
export function createDriverSocket(address: { path: string } | { host: string; port: number }): DriverSocket {
  const socket = new DriverSocket()
  // The driver's own immediate is queued between these two.
  setImmediate(() => setImmediate(() => socket.closeIfSilent()))
  return socket.connect(address)
}

export class DriverSocket extends Socket {
  #hasSpoken = false
  #wasConnected = false
  #isReady = false
  #lastMessage: Error | null = null

  constructor() {
    super()
    this.once('connect', () => (this.#wasConnected = true))
  }

  /** Why the server closed an established connection; null: it did not say so. */
  get lastMessage(): Error | null {
    return this.#lastMessage
  }

  override push(received: unknown, encoding?: BufferEncoding): boolean {
    if (!(received instanceof Buffer)) return super.push(received, encoding)
    const fatal = this.#isReady ? fatalErrorIn(received) : null
    if (fatal === null) {
      this.#isReady ||= received.subarray(-READY.length - 1, -1).equals(READY)
      return super.push(received, encoding)
    }
    this.#lastMessage = fatal.error
    return fatal.start === 0 || super.push(received.subarray(0, fatal.start), encoding)
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

interface FatalError {
  readonly error: Error
  /** Where its message begins. */
  readonly start: number
}

/** The last message of the protocol in `data` (§ Error and Notice Message Fields), if it is an error that ends a connection. */
function fatalErrorIn(data: Buffer): FatalError | null {
  const first = Math.max(0, data.length - MAX_ERROR)
  for (let start = data.length - HEADER; start >= first; start--) {
    if (data[start] !== ERROR_RESPONSE || data.readInt32BE(start + 1) !== data.length - start - 1) continue
    const fields = new Map(
      data
        .toString('utf8', start + HEADER)
        .split('\0')
        .map((field) => [field.charAt(0), field.slice(1)]),
    )
    if (!ENDING.includes(fields.get('V') ?? '')) return null
    return { error: Object.assign(new Error(fields.get('M') ?? ''), { code: fields.get('C') ?? '' }), start }
  }
  return null
}
