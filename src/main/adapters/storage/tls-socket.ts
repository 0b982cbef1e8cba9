import { readFileSync } from 'node:fs'
import { isIP, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'

import { errorMessage } from '../../../shared/result.ts'
import { DriverProtocol, type DriverSocket, type SocketAddress } from './driver-protocol.ts'
import { defined } from '../../../shared/defined.ts'

/** How a connection is encrypted, as the parameters of a database URL say it. */
export interface TlsDemand {
  /**
   * `sslmode` (PostgreSQL's manual, § SSL Support). `allow` and `prefer`: without TLS if the server has none. `require`: the
   * certificate is verified only with a `rootCertificate`. All others: it must be trusted, and but for `verify-ca` it must name the host.
   */
  readonly mode: string
  /** `sslrootcert`: a file with the authorities that are trusted; null: those of the system. */
  readonly rootCertificate: string | null
  /** `sslnegotiation=direct`: TLS begins at once. */
  readonly isDirect: boolean
}

/** SSLRequest: `Int32 8, Int32 80877103` (PostgreSQL's manual, § Message Formats). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** The answers to it, one byte. */
const [ACCEPTED, DECLINED] = [0x53, 0x4e]
const WITHOUT_VERIFYING: readonly string[] = ['allow', 'prefer', 'require']
const ALSO_PLAIN: readonly string[] = ['allow', 'prefer']

/** A certificate that is not accepted, or a server without TLS. Its message says what to do. */
export const NO_TLS = 'NO_TLS'

/**
 * Connects with TLS. Until the connection is encrypted, what is written waits, and a failure is an `error` of the socket;
 * after that it ends without one, as `createDriverSocket` says.
 */
export function createTlsSocket(address: SocketAddress, tls: TlsDemand): DriverSocket {
  return new EncryptedSocket(address, tls)
}

class EncryptedSocket extends Duplex {
  readonly #protocol = new DriverProtocol()
  readonly #plain = new Socket()
  readonly #address: SocketAddress
  readonly #tls: TlsDemand
  /** What carries the bytes of the protocol; null: the connection is not established. */
  #wire: Socket | TLSSocket | null = null
  #held: (() => void) | null = null

  constructor(address: SocketAddress, tls: TlsDemand) {
    super({ allowHalfOpen: false })
    this.#address = address
    this.#tls = tls
    const { isDirect } = tls
    this.#plain.on('error', (error) => this.destroy(error))
    this.#plain.on('close', () => this.#end())
    this.#plain.once('connect', () => (isDirect ? this.#encrypt() : this.#plain.write(SSL_REQUEST)))
    if (!isDirect) this.#plain.once('data', (bytes: Buffer) => this.#negotiated(bytes))
    this.#plain.connect(address)
  }

  get lastMessage(): Error | null {
    return this.#protocol.lastMessage
  }

  /** What the driver asks before it says goodbye. */
  get readyState(): string {
    if (this.destroyed) return 'closed'
    return this.#wire === null ? 'opening' : 'open'
  }

  setKeepAlive(isOn: boolean, delay: number): this {
    this.#plain.setKeepAlive(isOn, delay)
    return this
  }

  closeIfSilent(): void {
    if (!this.#protocol.hasSpoken) this.destroy()
  }

  override _read(): void {
    this.#wire?.resume()
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const sent = this.#protocol.sent(chunk)
    const write = (): void => {
      if (sent instanceof Uint8Array) this.#wire?.write(sent, callback)
    }
    if (this.#wire === null) this.#held = write
    else write()
  }

  override _final(callback: (error?: Error | null) => void): void {
    if (this.#wire === null) callback()
    else this.#wire.end(callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const isEstablished = this.#wire !== null
    this.#wire?.destroy()
    this.#plain.destroy()
    callback(isEstablished ? null : error)
  }

  #negotiated(bytes: Buffer): void {
    const { mode } = this.#tls
    // More than the answer is from somebody between the two, who wants it to be read as the server's encrypted words.
    if (bytes.length === 1 && bytes[0] === ACCEPTED) this.#encrypt()
    else if (bytes.length === 1 && bytes[0] === DECLINED && ALSO_PLAIN.includes(mode)) this.#use(this.#plain)
    else {
      this.destroy(
        noTls('The database server offers no TLS, which DATABASE_URL (or database_url) asks for with sslmode.'),
      )
    }
  }

  #encrypt(): void {
    try {
      const options = { ...connectionOptions(this.#address, this.#tls), socket: this.#plain }
      const encrypted = connect(options, () => this.#use(encrypted))
      encrypted.on('error', (error: Error) => this.destroy(this.#wire === null ? explained(error) : error))
      encrypted.on('close', () => this.#end())
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #use(wire: Socket | TLSSocket): void {
    this.#wire = wire
    wire.on('data', (bytes: Buffer) => {
      const shown = this.#protocol.received(bytes)
      if (shown.length > 0 && !this.push(shown)) wire.pause()
    })
    wire.on('end', () => this.push(null))
    const held = this.#held
    this.#held = null
    held?.()
  }

  #end(): void {
    const isEstablished = this.#wire !== null
    const code = 'ECONNRESET'
    this.destroy(isEstablished ? undefined : Object.assign(new Error('The server closed the connection'), { code }))
  }
}

function connectionOptions(address: SocketAddress, tls: TlsDemand): ConnectionOptions {
  const { mode, rootCertificate, isDirect } = tls
  const host = 'host' in address ? address.host : 'localhost'
  const isVerified = !WITHOUT_VERIFYING.includes(mode) || rootCertificate !== null
  const namesHost = isVerified && !['verify-ca', ...WITHOUT_VERIFYING].includes(mode)
  return {
    host,
    rejectUnauthorized: isVerified,
    ...defined({
      servername: isIP(host) === 0 ? host : undefined,
      checkServerIdentity: !namesHost ? () => undefined : undefined,
      ca: rootCertificate === null ? undefined : readAuthorities(rootCertificate),
      ALPNProtocols: isDirect ? ['postgresql'] : undefined,
    }),
  }
}

function readAuthorities(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw noTls(
      `The file that sslrootcert of DATABASE_URL (or database_url) names cannot be read: ${errorMessage(error)}.`,
    )
  }
}

/** A failure of the handshake; one of the network keeps its code. */
function explained(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^E[A-Z]+$/.test(code)) return error
  return noTls(
    `The encrypted connection to the database server was not accepted: ${errorMessage(error)}. Name the file of its authority with sslrootcert in DATABASE_URL (or database_url), or correct the host.`,
  )
}

function noTls(message: string): Error {
  return Object.assign(new Error(message), { code: NO_TLS })
}
