/** The proxy of this process, and the hosts that are reached without it, in the format of `NO_PROXY`. */
interface ChosenProxy {
  readonly url: URL
  readonly except: string
}

let chosen: ChosenProxy | null = null

/** Sets the proxy that `proxyFor` returns; null: none. */
export function chooseProxy(proxy: ChosenProxy | null): void {
  chosen = proxy
}

/** Returns the proxy for connections to a host, which may be an address without brackets; null: there is none. */
export function proxyFor(host: string, port: number): URL | null {
  return chosen === null || isExcepted(host, port, chosen.except) ? null : chosen.url
}

/**
 * Whether a list names the host: by itself, by a domain above it (with or without `.` or `*.`), with a port if only
 * that is meant, or by `*`.
 */
export function isExcepted(host: string, port: number, list: string): boolean {
  const entries = list.toLowerCase().split(/[\s,]+/)
  return entries.some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(isAddress6(entry) ? `[${entry}]` : entry) ?? []
    const domain = name.replace(/^\*?\./, '')
    if (domain === '' || (only !== undefined && Number(only) !== port)) return false
    return host === domain || host.endsWith(`.${domain}`)
  })
}

function isAddress6(entry: string): boolean {
  return !entry.startsWith('[') && entry.split(':').length > 2
}
