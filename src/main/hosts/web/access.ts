import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Who may open the window in a browser. A one-time token in the address becomes a cookie; the cookie is a signed time of
 * issue, so that a server needs to remember nothing and a restarted one, with the same secret, knows its windows again.
 */
export interface Access {
  /** The one-time token that is good now. */
  token(): string
  /** True once per token: the next one takes its place. */
  spendToken(candidate: string): boolean
  /** The `Set-Cookie` value of a new session. */
  newCookie(): string
  hasSession(request: IncomingMessage): boolean
  /** What only a host with the same secret and port can answer to a challenge; good for nothing else. */
  proof(challenge: string): string
}

export interface AccessOptions {
  /** Signs the cookies; 32 random bytes. Whoever reads it can open the window. */
  readonly secret: Uint8Array
  /** Tells the cookies of two servers on one host apart: cookies know no ports. */
  readonly port: number
  /** ms since the epoch. */
  readonly now: () => number
  /** The first token; given only where something else must know it beforehand. */
  readonly token?: string | undefined
}

const SESSION_DAYS = 30
const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60

export function createAccess({ secret, port, now, token: firstToken }: AccessOptions): Access {
  const cookieName = `ikigai_session_${port}`
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const sign = (text: string) => hmac(`${cookieName}:${text}`)
  const newToken = () => randomBytes(32).toString('base64url')
  let token = firstToken ?? newToken()
  return {
    token: () => token,
    proof: (challenge) => hmac(`ikigai_running_${port}:${challenge}`),
    spendToken(candidate) {
      if (!sameText(candidate, token)) return false
      token = newToken()
      return true
    },
    newCookie() {
      const session = `${now()}.${randomBytes(16).toString('base64url')}`
      return `${cookieName}=${session}.${sign(session)}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`
    },
    hasSession(request) {
      return cookiesNamed(cookieName, request.headers.cookie ?? '').some((value) => {
        const [issued = '', id = '', signature = ''] = value.split('.')
        const age = now() - Number(issued)
        return sameText(signature, sign(`${issued}.${id}`)) && age >= 0 && age < SESSION_SECONDS * 1000
      })
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

function cookiesNamed(name: string, header: string): readonly string[] {
  const prefix = `${name}=`
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
}

/** In a time that does not depend on where the two differ. */
function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
