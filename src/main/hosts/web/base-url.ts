import { TOKEN_PARAMETER } from '../../../shared/host-bridge.ts'

/**
 * Returns the URL that opens the app on this machine. A wildcard address becomes loopback, because some browsers cannot
 * open 0.0.0.0.
 */
export function baseUrl(address: string, port: number): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}

/** Returns an address that gives access to one browser. */
export function addressWithToken(base: string, token: string): string {
  return `${base}/#${TOKEN_PARAMETER}=${token}`
}
