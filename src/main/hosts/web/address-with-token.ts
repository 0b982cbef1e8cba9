import { TOKEN_PARAMETER } from '../../../shared/host-bridge.ts'

/** Returns an address that gives access to one browser. */
export function addressWithToken(base: string, token: string): string {
  return `${base}/#${TOKEN_PARAMETER}=${token}`
}
