import { isSessionSetting } from './session-settings.ts'

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
  /** Text for the status bar. Never contains the password. */
  readonly label: string
}

/** Same default as the driver's. */
const defaultPort = (): string => process.env['PGPORT'] ?? '5432'
/** Options for which the driver needs more than one plain socket: TLS over it, or one of several servers. */
const FOUND_BY_DRIVER = ['ssl', 'sslmode', 'sslnegotiation', 'sslrootcert', 'target_session_attrs']

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
  if (!socket.startsWith('/')) return { url: url.href, address: addressOf(url), label: url.host || 'localhost' }
  url.searchParams.delete('host')
  if (url.hostname !== '') url.hostname = 'localhost'
  const address = { host: socket, port: Number(url.port || defaultPort()) }
  return { url: url.href, host: socket, address, label: socket }
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
  if (FOUND_BY_DRIVER.some((name) => searchParams.has(name))) return null
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || defaultPort()) }
}
