import { drizzle } from 'drizzle-orm/postgres-js'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Duplex } from 'node:stream'
import postgres, { type Options, type PostgresType, type Sql } from 'postgres'
import type { DatabaseUrl } from './database-url.ts'
import type { DriverSocket, SocketAddress } from './driver-protocol.ts'
import { createDriverSocket } from './driver-socket.ts'
import type { ServerAddress } from './embedded/embedded-server.ts'
import { sessionSettings } from './session-settings.ts'
import { run } from './statements.ts'
import type { TlsDemand } from './tls-socket.ts'
import { withSafeTransactions } from './transactions.ts'

export type Database = PostgresJsDatabase & { readonly $client: Sql }

/** The address of the database: our embedded server, or a URL. */
export type Target = (ServerAddress | DatabaseUrl) & {
  /** Collects all open connections, so that broken ones can be closed; without those that the driver makes itself. */
  readonly sockets?: Set<Duplex>
}

const CONNECT_TIMEOUT_SECONDS = 10
const POOL_SIZE = 4
const POOL_IDLE_SECONDS = 30
/** Seconds of silence after which the operating system checks whether the other end of a connection still exists. */
const KEEP_ALIVE_SECONDS = 10
/**
 * Limits, ms. A statement that waits for another engine's lock or runs too long is cancelled and can be tried again.
 * (Schema changes have no limit.) `storage-error` names these limits.
 */
const LOCK_LIMIT_MS = 10_000
const STATEMENT_LIMIT_MS = 120_000
/** Delay between attempts to reach an unavailable server. It is short because the server is usually just restarting. */
const BACKOFF_SECONDS = 0.1

/** Passes structured values through the driver as text: the schema's columns decode them without loss. */
const JSON_AS_TEXT = {
  to: 114,
  from: [114],
  serialize: (text: string) => text,
  parse: (text: string) => text,
} satisfies PostgresType<string>

/** Opens a pool of connections, created on demand, so that commits and queries run in parallel. */
export function openPool(target: Target, lockMs = LOCK_LIMIT_MS): Database {
  return drizzle(open(target, { max: POOL_SIZE, idle_timeout: POOL_IDLE_SECONDS }, limits(lockMs)))
}

/** Opens the one connection of a session's commits, which are sent one after the other. */
export function openCommits(target: Target, sessionId: number, lockMs = LOCK_LIMIT_MS): Sql {
  const options = { max: 1, idle_timeout: POOL_IDLE_SECONDS }
  return open(target, options, { ...limits(lockMs), application_name: commitConnectionName(sessionId) })
}

function limits(lockMs: number) {
  return { lock_timeout: lockMs, statement_timeout: STATEMENT_LIMIT_MS }
}

/** Opens one connection that is never closed for idleness or age, because it holds session locks. */
export function openSingle(target: Target, onclose?: () => void): Sql {
  return open(target, { max: 1, idle_timeout: 0, max_lifetime: null, ...(onclose ? { onclose } : {}) })
}

/** The same, for queries of the user: without a transaction that says otherwise, nothing can be written. */
export function openReadOnly(target: Target): Sql {
  return open(target, { max: 1, idle_timeout: 0, max_lifetime: null }, { default_transaction_read_only: 'on' })
}

function open(
  target: Target,
  options: Options<Record<string, PostgresType>>,
  parameters: Readonly<Record<string, string | number>> = {},
): Sql {
  const common = {
    ...options,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: () => BACKOFF_SECONDS,
    fetch_types: false,
    types: { json: JSON_AS_TEXT },
    onnotice: () => undefined,
    connection: { application_name: 'ikigai', ...sessionSettings(parameters) },
  }
  const sockets = new ClientSockets(target.sockets)
  return sockets.guard(postgresAt(target, common, sockets))
}

function postgresAt<T extends Options<Record<string, PostgresType>>>(
  target: Target,
  common: T,
  sockets: ClientSockets,
): Sql {
  if (!('url' in target))
    return postgres(sockets.within({ ...target, ...common }, addressOf(target.host, target.port), null))
  const { url, host, address, tls } = target
  const parsed = host === undefined ? common : { ...common, host }
  if (address === null) return postgres(url, parsed)
  return postgres(url, sockets.within({ ...parsed, ssl: false }, addressOf(address.host, address.port), tls))
}

/** The sockets of one client: what the server said at the end of one, and their end with the client's. */
class ClientSockets {
  readonly #shared: Set<Duplex> | undefined
  readonly #open = new Set<DriverSocket>()
  #lastMessage: Error | null = null
  #isEnded = false

  constructor(shared: Set<Duplex> | undefined) {
    this.#shared = shared
  }

  /** Adds the option for a custom socket (the driver's README, § Custom socket), which the driver's types lack. */
  within<T extends object>(options: T, address: SocketAddress, tls: TlsDemand | null): T {
    return Object.assign(options, { socket: () => this.#create(address, tls) })
  }

  /**
   * Makes transactions survive the end of a connection (`transactions.ts`), and the client's end final: the driver opens
   * a connection again that was about to be opened when its client ended, and nothing would ever close it.
   */
  guard(client: Sql): Sql {
    const end = client.end
    return Object.assign(
      withSafeTransactions(client, () => this.#lastMessage),
      {
        end: async (options?: { timeout?: number }): Promise<void> => {
          await end(options)
          this.#isEnded = true
          for (const socket of this.#open) socket.destroy()
        },
      },
    )
  }

  #create(address: SocketAddress, tls: TlsDemand | null): DriverSocket {
    const socket = createDriverSocket(address, tls)
    this.#open.add(socket)
    this.#shared?.add(socket)
    // The driver listens after this: it rejects its statements when the message is known.
    socket.once('close', () => {
      this.#lastMessage = socket.lastMessage
      this.#open.delete(socket)
      this.#shared?.delete(socket)
    })
    if (this.#isEnded) socket.destroy()
    return socket
  }
}

/** Reads the address as the driver and libpq do: a host that begins with a slash is the directory of a unix socket. */
function addressOf(host: string, port: number): SocketAddress {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Name under which the server lists the connection of a session's commits. */
function commitConnectionName(sessionId: number): string {
  return `ikigai commits ${sessionId}`
}

/**
 * Ends the server's side of the connection of a session's commits, which must not be in use. The server can still be
 * carrying out a commit after its connection was lost. True: it has ended, so that each commit is either recorded or
 * never will be. False: not yet, ask again.
 */
export async function endCommits(client: Sql, sessionId: number): Promise<boolean> {
  const name = commitConnectionName(sessionId)
  const left = await run(client)`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${name} and datname = current_database()`
  return left.length === 0
}
