import { isIP } from 'node:net'

/**
 * Prevents DNS rebinding: a foreign page whose name was made to point here still sends its own name. Addresses cannot
 * be rebound, so only names must be known ones. The port is not compared, because it may have been forwarded.
 */
export function isOwnHost(host: string | undefined, listenAddress: string): boolean {
  const name = hostName(host)
  if (name === null) return false
  return isIP(name) !== 0 || name === 'localhost' || name === listenAddress.toLowerCase()
}

/** Returns whether the page is from this host. Without this check, every page of every site could open a WebSocket. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false
  const { protocol, host: from } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return URL.canParse(`${protocol}//${host}`) && from === new URL(`${protocol}//${host}`).host
}

function hostName(host: string | undefined): string | null {
  if (host === undefined || /[/@?#\\]/.test(host) || !URL.canParse(`http://${host}`)) return null
  return new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1')
}
