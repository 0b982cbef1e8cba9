/**
 * A DATABASE_URL as the driver takes it. The driver knows neither way in which such URLs name a unix socket:
 * `?host=/directory` and `%2Fdirectory` in the place of the host.
 */
export interface DatabaseUrl {
  readonly url: string
  /** The directory of a socket; the driver gets it beside the URL. */
  readonly host?: string
  /** For the status bar. Never the password. */
  readonly label: string
}

/** Rejects what is no URL of a database with words for a person, which never repeat it: it may hold a password. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(
      'DATABASE_URL (or database_url) is not a URL of the form postgres://user:password@host:5432/database.',
    )
  }
  const socket = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  if (!socket.startsWith('/')) return { url: text, label: url.host || 'localhost' }
  url.searchParams.delete('host')
  if (url.hostname !== '') url.hostname = 'localhost'
  return { url: url.href, host: socket, label: socket }
}
