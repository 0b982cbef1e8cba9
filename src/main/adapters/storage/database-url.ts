/**
 * A DATABASE_URL as the driver takes it. The driver knows neither way in which such URLs name a unix socket:
 * `?host=/directory` and `%2Fdirectory` in the place of the host.
 */
export interface DatabaseUrl {
  readonly url: string
  /** The directory of a socket; the driver gets it beside the URL. */
  readonly host?: string
  /** Where the server listens (a host that begins with a slash: the directory of its socket). Null: the driver finds it. */
  readonly address: { readonly host: string; readonly port: number } | null
  /** For the status bar. Never the password. */
  readonly label: string
}

/** As the driver chooses it. */
const defaultPort = (): string => process.env['PGPORT'] ?? '5432'
/** The driver's way to the server is then more than one socket: TLS over it, or one of several servers. */
const FOUND_BY_DRIVER = ['ssl', 'sslmode', 'sslnegotiation', 'sslrootcert', 'target_session_attrs']

/** Rejects what is no URL of a database with words for a person, which never repeat it: it may hold a password. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(
      'DATABASE_URL (or database_url) is not a URL of the form postgres://user:password@host:5432/database.',
    )
  }
  const socket = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  if (!socket.startsWith('/')) return { url: text, address: addressOf(url), label: url.host || 'localhost' }
  url.searchParams.delete('host')
  if (url.hostname !== '') url.hostname = 'localhost'
  const address = { host: socket, port: Number(url.port || defaultPort()) }
  return { url: url.href, host: socket, address, label: socket }
}

/**
 * The URL with this password where it names none: `PGPASSWORD` of the environment, which the driver would look up by
 * itself. What is no URL stays as it is.
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
