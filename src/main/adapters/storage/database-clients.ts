import { drizzle } from 'drizzle-orm/postgres-js'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { Options, PostgresType, Sql } from 'postgres'
import type { DatabaseUrl } from './database-url.ts'
import { createDriverSocket } from './driver-socket.ts'
import type { ServerAddress } from './embedded/embedded-server.ts'

export type Database = PostgresJsDatabase & { readonly $client: Sql }

/** Where the database is: a server of ours, or a URL. */
export type Target = (ServerAddress | DatabaseUrl) & {
  /** Holds every open connection, so that dead ones can be broken off; those over TLS are not among them. */
  readonly sockets?: Set<Socket>
}

const CONNECT_TIMEOUT_SECONDS = 10
const POOL_SIZE = 4
const POOL_IDLE_SECONDS = 30
/** Seconds after which the system asks whether the other end of a silent connection is there. */
const KEEP_ALIVE_SECONDS = 10
/**
 * ms. A statement that waits for another engine's lock, or that the server does not come to an end with, is given up and
 * can be tried again. (Changes of the schema have as long as they need.)
 */
const STATEMENT_LIMITS = { lock_timeout: 10_000, statement_timeout: 120_000 }
/** Between tries to reach a server that is away: soon, because most often it is only being restarted. */
const BACKOFF_SECONDS = 0.1

/** Structured values pass through the driver as text: the schema's columns decode them without loss. */
const JSON_AS_TEXT = {
  to: 114,
  from: [114],
  serialize: (text: string) => text,
  parse: (text: string) => text,
} satisfies PostgresType<string>

/** Several connections, opened when they are needed: commits and queries run beside each other. */
export function openPool(target: Target): Database {
  return drizzle(open(target, { max: POOL_SIZE, idle_timeout: POOL_IDLE_SECONDS }, STATEMENT_LIMITS))
}

/** One connection that is never dropped for idleness or age: session locks live on it. */
export function openSingle(target: Target, onclose?: () => void): Sql {
  return open(target, { max: 1, idle_timeout: 0, max_lifetime: null, ...(onclose ? { onclose } : {}) })
}

function open(
  target: Target,
  options: Options<Record<string, PostgresType>>,
  limits: Partial<typeof STATEMENT_LIMITS> = {},
): Sql {
  const common = {
    ...options,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: () => BACKOFF_SECONDS,
    fetch_types: false,
    types: { json: JSON_AS_TEXT },
    onnotice: () => undefined,
    connection: { application_name: 'ikigai', TimeZone: 'UTC', ...limits },
  }
  if (!('url' in target)) return postgres(withSocket({ ...target, ...common }, addressOf(target), target.sockets))
  const { url, host, address } = target
  const parsed = host === undefined ? common : { ...common, host }
  return postgres(url, address === null ? parsed : withSocket(parsed, addressOf(address), target.sockets))
}

/** The driver takes a maker of sockets (its README, § Custom socket), which its types leave out. */
function withSocket<T extends object>(
  options: T,
  address: Parameters<typeof createDriverSocket>[0],
  sockets: Set<Socket> | undefined,
): T {
  const socket = (): Socket => {
    const made = createDriverSocket(address)
    sockets?.add(made)
    return made.once('close', () => sockets?.delete(made))
  }
  return Object.assign(options, { socket })
}

/** As the driver and libpq read it: a host with a slash in front is the directory of a unix socket. */
function addressOf({ host, port }: Pick<ServerAddress, 'host' | 'port'>): Parameters<typeof createDriverSocket>[0] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
