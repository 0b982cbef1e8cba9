import { createHmac, randomBytes } from 'node:crypto'
import { TOKEN_PARAMETER } from '../../../shared/host-bridge.ts'

import { sameText } from '../same-text.ts'

/**
 * The one-time tokens that give a browser access. A token is a signed time of issue: every process of this user that
 * can read the secret can issue one, and only the serving host accepts it, once.
 */
export interface Access {
  newToken(): string
  /** Returns true once per token, for `TOKEN_MINUTES` after it was issued. */
  spendToken(candidate: string): boolean
  /**
   * Returns a response to a challenge that only a host with the same secret and port can compute. It has no other use.
   */
  proof(challenge: string): string
}

export const TOKEN_MINUTES = 5
const TOKEN_MS = TOKEN_MINUTES * 60_000

/** Rejects tokens issued before this call, because it is not known which of them were used. */
export function createAccess({
  secret,
  port,
  now,
}: {
  /** Signs the tokens; 32 random bytes. Read access to it is enough to open the window. */
  readonly secret: Uint8Array
  readonly port: number
  /** ms since the epoch. */
  readonly now: () => number
}): Access {
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

/** Returns an address that gives access to one browser. */
export function addressWithToken(base: string, token: string): string {
  return `${base}/#${TOKEN_PARAMETER}=${token}`
}
