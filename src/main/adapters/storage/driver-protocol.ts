import type { Duplex } from 'node:stream'

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

/** Where a server listens: the path of a unix socket, or a host with a port. */
export type SocketAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** A connection of the driver. */
export type DriverSocket = Duplex & {
  /** Why the server closed an established connection; null: it did not say so. */
  readonly lastMessage: Error | null
  /** Closes the connection if the driver has sent nothing. */
  closeIfSilent(): void
}

/** What a socket for the driver keeps of the bytes that pass through it: which the driver gets, and which are sent. */
export class DriverProtocol {
  #hasSpoken = false
  #isReady = false
  #lastMessage: Error | null = null

  /** Whether the driver has sent anything. */
  get hasSpoken(): boolean {
    return this.#hasSpoken
  }

  /** Why the server closed an established connection; null: it did not say so. */
  get lastMessage(): Error | null {
    return this.#lastMessage
  }

  /** Returns what the driver gets of these bytes: all but an error that ends an established connection; empty: nothing. */
  received(bytes: Buffer): Buffer {
    const fatal = this.#isReady ? fatalErrorIn(bytes) : null
    if (fatal === null) {
      this.#isReady ||= bytes.subarray(-READY.length - 1, -1).equals(READY)
      return bytes
    }
    this.#lastMessage = fatal.error
    return bytes.subarray(0, fatal.start)
  }

  /** Returns what is sent of these bytes: the first that are sent begin with the driver's startup message. */
  sent<T>(chunk: T): T | Uint8Array {
    const isFirst = !this.#hasSpoken
    this.#hasSpoken = true
    return isFirst && chunk instanceof Uint8Array ? fromGreeting(chunk) : chunk
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
