import { isSessionSetting } from './session-settings.ts'
import type { TlsDemand } from './tls-socket.ts'

/**
 * A DATABASE_URL in the form that the driver accepts. The driver supports neither way in which such URLs name a unix
 * socket: `?host=/directory`, and `%2Fdirectory` as the host.
 */
export interface DatabaseUrl {
  readonly url: string
  /** The directory of a unix socket; passed to the driver next to the URL. */
  readonly host?: string
  /**
   * Address of the server (a host that begins with a slash is the directory of its socket). Null: left to the driver.
   */
  readonly address: { readonly host: string; readonly port: number } | null
  /** Null: the connection is not encrypted, or `address` is null. */
  readonly tls: TlsDemand | null
  /** Text for the window. Never contains the password. */
  readonly label: string
}

/** Same default as the driver's. */
const defaultPort = (): string => process.env['PGPORT'] ?? '5432'
/** What the URL says of TLS. The driver does not get it, because its own TLS would be over a socket that has it already. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslnegotiation', 'sslrootcert'] as const

/**
 * Rejects an invalid database URL with a message for the user. The message never repeats the URL, which may hold a
 * password.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(
      'DATABASE_URL (or database_url) is not a URL of the form postgres://user:password@host:5432/database.',
    )
  }
  // The driver would let them win over what every connection sets.
  for (const name of Array.from(url.searchParams.keys()).filter(isSessionSetting)) url.searchParams.delete(name)
  const socket = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  if (!socket.startsWith('/')) {
    const [address, label] = [addressOf(url), url.host || 'localhost']
    const tls = address === null ? null : takeTlsDemand(url.searchParams)
    return { url: url.href, address, tls, label }
  }
  url.searchParams.delete('host')
  if (url.hostname !== '') url.hostname = 'localhost'
  const address = { host: socket, port: Number(url.port || defaultPort()) }
  // A socket of this machine needs none, and PostgreSQL offers none there.
  takeTlsDemand(url.searchParams)
  return { url: url.href, host: socket, address, tls: null, label: socket }
}

/**
 * Returns the URL with this password if it names none: `PGPASSWORD` of the environment, which the driver would
 * otherwise look up. Returns an invalid URL unchanged.
 */
export function withDatabasePassword(text: string, password: string | undefined): string {
  const url = URL.parse(text)
  if (url === null || !password || url.password !== '' || url.searchParams.has('password')) return text
  url.password = password
  return url.href
}

function addressOf({ hostname, port, searchParams }: URL): DatabaseUrl['address'] {
  if (hostname === '' || hostname.includes(',') || searchParams.has('host')) return null
  // The driver looks for a server with these attributes, among several.
  if (searchParams.has('target_session_attrs')) return null
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || defaultPort()) }
}

/** Removes what the parameters say of TLS and returns it. `ssl` is the driver's own name of `sslmode`. */
function takeTlsDemand(parameters: URLSearchParams): TlsDemand | null {
  const [ssl, sslmode, negotiation, root] = TLS_PARAMETERS.map((name) => parameters.get(name))
  for (const name of TLS_PARAMETERS) parameters.delete(name)
  const isSystem = root === 'system'
  const mode = isSystem ? 'verify-full' : (sslmode ?? ssl ?? process.env['PGSSL'] ?? (root ? 'require' : 'disable'))
  if (['disable', 'false', ''].includes(mode)) return null
  return { mode, rootCertificate: root && !isSystem ? root : null, isDirect: negotiation === 'direct' }
}
