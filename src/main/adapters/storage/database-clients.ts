import { drizzle } from 'drizzle-orm/postgres-js'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Options, PostgresType, Sql } from 'postgres'
import type { DatabaseUrl } from './database-url.ts'
import { createDriverSocket } from './driver-socket.ts'
import type { ServerAddress } from './embedded/embedded-server.ts'

export type Database = PostgresJsDatabase & { readonly $client: Sql }

/** Where the database is: a server of ours, or a URL. */
export type Target = ServerAddress | DatabaseUrl

const CONNECT_TIMEOUT_SECONDS = 10
const POOL_SIZE = 4
const POOL_IDLE_SECONDS = 30
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
  return drizzle(open(target, { max: POOL_SIZE, idle_timeout: POOL_IDLE_SECONDS }))
}

/** One connection that is never dropped for idleness or age: session locks live on it. */
export function openSingle(target: Target, onclose?: () => void): Sql {
  return open(target, { max: 1, idle_timeout: 0, max_lifetime: null, ...(onclose ? { onclose } : {}) })
}

function open(target: Target, options: Options<Record<string, PostgresType>>): Sql {
  const common = {
    ...options,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: () => BACKOFF_SECONDS,
    fetch_types: false,
    types: { json: JSON_AS_TEXT },
    onnotice: () => undefined,
    connection: { application_name: 'ikigai', TimeZone: 'UTC' },
  }
  if (!('url' in target)) return postgres(withSocket({ ...target, ...common }, addressOf(target)))
  const { url, host, address } = target
  const parsed = host === undefined ? common : { ...common, host }
  return postgres(url, address === null ? parsed : withSocket(parsed, addressOf(address)))
}

/** The driver takes a maker of sockets (its README, § Custom socket), which its types leave out. */
function withSocket<T extends object>(options: T, address: Parameters<typeof createDriverSocket>[0]): T {
  return Object.assign(options, { socket: () => createDriverSocket(address) })
}

/** As the driver and libpq read it: a host with a slash in front is the directory of a unix socket. */
function addressOf({ host, port }: Pick<ServerAddress, 'host' | 'port'>): Parameters<typeof createDriverSocket>[0] {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
