import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * The one-time tokens that let a browser in. A token is a signed time of issue: every process of this user that knows
 * the secret can issue one, and only the host that serves takes it, once.
 */
export interface Access {
  newToken(): string
  /** True once per token, for `TOKEN_MINUTES` after it was issued. */
  spendToken(candidate: string): boolean
  /** What only a host with the same secret and port can answer to a challenge; good for nothing else. */
  proof(challenge: string): string
}

export interface AccessOptions {
  /** Signs the tokens; 32 random bytes. Whoever reads it can open the window. */
  readonly secret: Uint8Array
  readonly port: number
  /** ms since the epoch. */
  readonly now: () => number
}

export const TOKEN_MINUTES = 5
const TOKEN_MS = TOKEN_MINUTES * 60_000

/** Tokens from before this call are not taken: nobody remembers which of them were spent. */
export function createAccess({ secret, port, now }: AccessOptions): Access {
  const startedAt = now()
  const spent = new Map<string, number>()
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const sign = (text: string) => hmac(`ikigai_token_${port}:${text}`)
  return {
    newToken() {
      const text = `${now()}.${randomBytes(16).toString('base64url')}`
      return `${text}.${sign(text)}`
    },
    proof: (challenge) => hmac(`ikigai_running_${port}:${challenge}`),
    spendToken(candidate) {
      const [issued = '', nonce = '', signature = ''] = candidate.split('.')
      if (!sameText(signature, sign(`${issued}.${nonce}`)) || spent.has(nonce)) return false
      const issuedAt = Number(issued)
      const age = now() - issuedAt
      if (issuedAt < startedAt || age < 0 || age >= TOKEN_MS) return false
      for (const [old, at] of spent) if (now() - at >= TOKEN_MS) spent.delete(old)
      spent.set(nonce, issuedAt)
      return true
    },
  }
}

/**
 * DNS rebinding: a foreign page whose name was made to point here still sends its own name. Addresses can't be rebound,
 * so only names have to be known ones. The port is not compared: it may have been forwarded.
 */
export function isOwnHost(host: string | undefined, listenAddress: string): boolean {
  const name = hostName(host)
  if (name === null) return false
  return isIP(name) !== 0 || name === 'localhost' || name === listenAddress.toLowerCase()
}

/** A WebSocket is open to every page of every site unless the server compares: the page must have come from here. */
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

/** In a time that does not depend on where the two differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
