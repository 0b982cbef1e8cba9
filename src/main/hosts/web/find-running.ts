import { randomBytes } from 'node:crypto'

import { addressWithToken, createAccess } from './access.ts'
import { baseUrl } from '../listen.ts'
import { loadSessionSecret } from './session-secret.ts'

export interface RunningServerPlace {
  readonly address: string
  readonly port: number
  /** The same directory has the same secret, which is needed to answer the challenge. */
  readonly secretDirectory: string
}

/** Path at which browser hosts ask each other whether they serve the same data. */
export const PROOF_PATH = '/running'

const TIMEOUT_MS = 10_000

/**
 * Returns a new address, with a one-time token, of the browser host of the same data directory that already listens at
 * this address; null: nothing listens there, or something else. The request reveals nothing to the other process.
 */
export async function findRunning({ address, port, secretDirectory }: RunningServerPlace): Promise<string | null> {
  const challenge = randomBytes(24).toString('base64url')
  const base = baseUrl(address, port)
  try {
    const access = createAccess({ secret: await loadSessionSecret(secretDirectory), port, now: Date.now })
    const response = await fetch(`${base}${PROOF_PATH}?challenge=${challenge}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isOurs = response.ok && (await response.text()) === access.proof(challenge)
    return isOurs ? addressWithToken(base, access.newToken()) : null
  } catch {
    return null
  }
}
