import { TOKEN_PARAMETER } from '../../../shared/host-bridge.ts'

/** An address to open from this machine; one that stands for all of them can't be opened everywhere. */
export function baseUrl(address: string, port: number): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (address === '::') return `http://[::1]:${port}`
  return address.includes(':') ? `http://[${address}]:${port}` : `http://${address}:${port}`
}

/** An address that opens one browser. */
export function addressWithToken(base: string, token: string): string {
  return `${base}/#${TOKEN_PARAMETER}=${token}`
}
